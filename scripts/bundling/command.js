/**
 * The command as it starts: a small entry, and the rest in few files. Sources that need the same packages share a file,
 * so loading a part of the command never loads a package that this part does not need.
 */
import { removeOthers, writeBundle } from './write.js';

const CLI = 'packages/cli';
/** The entry awaits the run of the command: a file that the run loads must not import it. */
const ENTRY = /\/cli\/src\/(?:main|lsp\/work-thread)\.ts$/;
const isForeign = (id) => /^[^./]/.test(id);
/** Node itself has loaded these before any program starts. */
const isLoadedAnyway = (id) => /^node:(?:events|fs|fs\/promises|path|url|util|timers\/promises)$/.test(id);

export async function bundleCommand() {
  const dir = `${CLI}/lib`;
  const names = await writeBundle(
    {
      input: { main: `${CLI}/src/main.ts`, 'work-thread': `${CLI}/src/lsp/work-thread.ts` },
      external: isForeign,
      preserveEntrySignatures: 'allow-extension',
      // Which file a source is in is decided below.
      checks: { ineffectiveDynamicImport: false },
      plugins: [{ name: 'without-facades', generateBundle: (_, files) => removeFacades(files) }],
    },
    {
      dir,
      entryFileNames: '[name].js',
      chunkFileNames: '[name].js',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: fileOf, test: (id) => !ENTRY.test(id), debugName: 'what needs the same packages' }],
      },
    },
  );
  removeOthers(dir, names);
}

/** One file for each set of packages. */
function fileOf(source, context) {
  const packages = new Set();
  const seen = new Set([source]);
  for (const id of seen) {
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) {
      if (!isForeign(imported)) seen.add(imported);
      else if (!isLoadedAnyway(imported)) packages.add(imported);
    }
  }
  return packages.size === 0 ? 'common' : `with_${[...packages].sort().map(shortName).join('_')}`;
}

function shortName(specifier) {
  return specifier
    .replace(/^robots-exclusion$/, 'core')
    .replace(/^@?robots-exclusion\//, '')
    .replaceAll(/[^\w.-]/g, '-');
}

const FACADE = /^export \{ ([^}]+) \} from "(\.\/[^"]+)";$/;

/**
 * Where sources share a file, the bundler writes a file for each that is imported dynamically, which exports it under its
 * own names. To load that file takes as long as any, so the import names the shared file itself.
 */
function removeFacades(files) {
  const facades = new Map();
  for (const { fileName, code } of Object.values(files)) {
    const match = FACADE.exec(code?.trim());
    if (match) facades.set(`./${fileName}`, { names: match[1].split(', '), file: match[2] });
  }
  for (const chunk of Object.values(files)) {
    if (chunk.type !== 'chunk') continue;
    chunk.code = chunk.code.replaceAll(/\bimport\("(\.\/[^"]+)"\)/g, (whole, file) => {
      const facade = facades.get(file);
      return facade
        ? `import("${facade.file}").then((file) => ({ ${facade.names.map(member).join(', ')} }))`
        : whole;
    });
  }
  for (const file of facades.keys()) delete files[file.slice('./'.length)];
}

/** `a as b` of an export list as a member of an object. */
function member(exported) {
  const [local, name = local] = exported.split(' as ');
  return `${name}: file.${local}`;
}
