/** Writes the command's chunks. Chunks that import only Node's built-in modules and each other become CommonJS. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { transform } from 'esbuild';

/** @returns The names of the written files. */
export async function writeChunks(output, dir) {
  const facades = facadesIn(output);
  const chunks = output.filter(({ type, fileName }) => type === 'chunk' && !facades.has(`./${fileName}`));
  const renamed = commonJsNames(chunks);
  refuseCircles(chunks);
  mkdirSync(dir, { recursive: true });
  const names = [];
  for (const chunk of chunks) {
    const isCommonJs = renamed.has(`./${chunk.fileName}`);
    const fileName = (renamed.get(`./${chunk.fileName}`) ?? `./${chunk.fileName}`).slice('./'.length);
    const named = withFileNames(withoutFacades(chunk.code, facades), renamed, isCommonJs);
    const code = isCommonJs ? named.replaceAll('createRequire(import.meta.url)', 'require') : named;
    const { code: text } = await asWritten(code, isCommonJs);
    writeFileSync(join(dir, fileName), `${text}//# digest=${digestOf(text)}\n`);
    names.push(fileName);
  }
  writeFileSync(join(dir, IMPORT.name), IMPORT.code);
  return [...names, IMPORT.name];
}

/** The digest that identifies the source text that V8 compiled. */
function digestOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Loads ES modules on behalf of CommonJS files. */
export const IMPORT = { name: 'import.cjs', code: 'module.exports = (specifier) => import(specifier);\n' };

const FACADE = /^export \{ ([^}]+) \} from "(\.\/[^"]+)";(?:\n\/\/#.*)?$/;

/**
 * If sources share a file, the bundler also writes a facade for each dynamically imported source: a file that only
 * re-exports from the shared file. Loading a facade takes as long as loading any other file, so imports name the shared
 * file instead.
 */
function facadesIn(output) {
  const facades = new Map();
  for (const { fileName, code, isEntry } of output) {
    const match = isEntry ? null : FACADE.exec(code?.trim());
    if (match) facades.set(`./${fileName}`, { names: match[1].split(', '), file: match[2] });
  }
  return facades;
}

function withoutFacades(code, facades) {
  return code.replaceAll(/\bimport\("(\.\/[^"]+)"\)/g, (whole, file) => {
    const facade = facades.get(file);
    return facade
      ? `import("${facade.file}").then((file) => ({ ${facade.names.map(member).join(', ')} }))`
      : whole;
  });
}

/** Turns an entry of an export list, such as `a as b`, into a member of an object literal. */
function member(exported) {
  const [local, name = local] = exported.split(' as ');
  return `${name}: file.${local}`;
}

/** Chunks with top-level await, which CommonJS does not support. */
const WAITS = /^pool-thread\d?\.js$/;

/**
 * The new names of chunks that become CommonJS. A chunk stays an ES module if it imports an ES module, directly or
 * through other chunks, because CommonJS cannot wait for an ES module.
 */
function commonJsNames(chunks) {
  const imports = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const isPlain = (file, seen = new Set()) =>
    seen.has(file) ||
    (!WAITS.test(file) &&
      imports
        .get(file)
        .every((imported) =>
          imports.has(imported) ? isPlain(imported, seen.add(file)) : isBuiltin(imported),
        ));
  return new Map(
    chunks
      .filter(({ fileName }) => isPlain(fileName))
      .map(({ fileName }) => [`./${fileName}`, `./${fileName.replace(/\.js$/, '.cjs')}`]),
  );
}

/** Rejects import cycles, because a file in a cycle would see another file half initialized. */
function refuseCircles(chunks) {
  const imports = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file))
      throw new Error(`Files import each other in a circle: ${[...path, file].join(' > ')}`);
    if (done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
}

/**
 * Replaces file names in imports by the files' new names. CommonJS files are loaded with `require`, because Node's ES
 * module loader takes 5 ms to start and scans each CommonJS file for its exports. CommonJS files load ES modules
 * through a separate file, because `import()` in V8's cached code does not know the file that contains it.
 */
function withFileNames(code, renamed, isCommonJs) {
  return (isCommonJs ? code : withRequired(code, renamed))
    .replaceAll(
      /(\bfrom |\bimport )"(\.\/[^"]+)"/g,
      (_, keyword, file) => `${keyword}"${renamed.get(file) ?? file}"`,
    )
    .replaceAll(
      /\bnew URL\("(\.\/[^"]+)", import\.meta\.url\)/g,
      (_, file) => `new URL("${renamed.get(file) ?? file}", import.meta.url)`,
    )
    .replaceAll(/\bimport\("([^"]+)"\)/g, (_, specifier) => {
      const name = renamed.get(specifier) ?? specifier;
      if (!isCommonJs) return `import("${name}")`;
      return renamed.has(specifier) || isBuiltin(specifier)
        ? `Promise.resolve().then(() => require("${name}"))`
        : `require("./${IMPORT.name}")("${name}")`;
    });
}

/** Makes an ES module use `require` for the CommonJS files among its static imports. */
function withRequired(code, renamed) {
  const required = code.replaceAll(/\bimport \{ ([^}]+) \} from "(\.\/[^"]+)";/g, (whole, names, file) =>
    renamed.has(file)
      ? `const { ${names.replaceAll(' as ', ': ')} } = requireBuilt("${renamed.get(file)}");`
      : whole,
  );
  if (required === code) return code;
  return `import { createRequire as createBuiltRequire } from "node:module"; const requireBuilt = createBuiltRequire(import.meta.url); ${required}`;
}

function asWritten(code, isCommonJs) {
  const usesUrl = code.includes('import.meta.url');
  return transform(code, {
    format: isCommonJs ? 'cjs' : 'esm',
    platform: 'node',
    target: 'node20.19',
    // Names of functions stay for stack traces. Source maps would weigh more than the command.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    // ASCII uses one octet per character, and V8 reads an ASCII file twice as fast as other files.
    charset: 'ascii',
    ...(isCommonJs &&
      usesUrl && {
        define: { 'import.meta.url': 'moduleUrl' },
        banner: 'const moduleUrl=require("node:url").pathToFileURL(__filename).href;',
      }),
  });
}
