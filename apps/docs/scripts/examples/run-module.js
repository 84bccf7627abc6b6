/**
 * Runs an example in TypeScript. A line `EXPRESSION; // VALUE` asserts that the expression has the value. An example in
 * a source file may omit imports; it then gets the exports of its package.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { filesMatching } from '../../../../scripts/files.js';
import { runAside } from '../../../../scripts/release/run.js';
import { asserting } from './blocks.js';

const PACKAGES = Object.fromEntries(
  filesMatching(/^packages\/[^/]+\/package\.json$/).map((file) => [
    file.split('/')[1],
    JSON.parse(readFileSync(file, 'utf8')),
  ]),
);

/** Returns a sentence if the example fails. A `no-run` example is only compiled. */
export async function failureOfModule({ file, line, isRun, code }, { folder, cwd, world, name }) {
  const [top, packageFolder, , room] = file.split('/');
  const imports = /^import /m.test(code) || top !== 'packages' ? '' : importAll(packageFolder, room);
  const source = `import assert from 'node:assert';\n${imports}${asserting(code)}`;
  const { outputText, diagnostics } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  if (diagnostics?.length)
    return `${file}:${line}: ${ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n')}`;
  if (!isRun) return undefined;
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, world.toService(outputText));
  const env = { ...process.env, ...world.env };
  const { status, stderr } = await runAside(process.execPath, [resolve(path)], { cwd, env });
  return status === 0 ? undefined : `${file}:${line}: exit code ${status}\n${stderr}`;
}

/**
 * Imports everything that the example may use: the exports of the package's main entry, and of the entry for `room`.
 */
function importAll(packageFolder, room) {
  const { name: packageName, exports } = PACKAGES[packageFolder];
  const seen = new Set();
  return [`./${room?.replace(/\.ts$/, '')}`, '.']
    .filter((entry) => exports?.[entry]?.default)
    .map((entry) => {
      const code = readFileSync(join('packages', packageFolder, exports[entry].default), 'utf8');
      const names = namesExportedBy(code).filter((name) => !seen.has(name) && seen.add(name));
      return `import { ${names.join(', ')} } from '${packageName}${entry.slice(1)}';\n`;
    })
    .join('');
}

function namesExportedBy(code) {
  const lists = [...code.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) => list.split(','));
  const declared = [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, name]) => name,
  );
  return [...lists.map((item) => item.trim().split(/ as /).at(-1)), ...declared].filter(Boolean);
}
