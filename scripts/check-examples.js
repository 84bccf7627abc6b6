/**
 * Runs the examples: every `ts` block in a document and under an `@example` of a source file. A line
 * `EXPRESSION; // VALUE` asserts that the expression gives the value. Blocks fenced as `ts no-run` need what a
 * check has not (a network, a Redis) and are only compiled. An example without imports gets its package's exports.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { asserting, blocksIn } from './examples/blocks.js';
import { filesMatching } from './files.js';

const FOLDER = 'node_modules/.cache/examples';
const PACKAGES = Object.fromEntries(
  filesMatching(/^packages\/[^/]+\/package\.json$/).map((file) => [
    file.split('/')[1],
    JSON.parse(readFileSync(file, 'utf8')).name,
  ]),
);

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const examples = [
  ...filesMatching(/^(?:README\.md|docs\/.*\.md|packages\/[^/]+\/README\.md)$/).flatMap((file) =>
    blocksOf(file, readFileSync(file, 'utf8')),
  ),
  ...filesMatching(/^packages\/[^/]+\/src\/.*\.ts$/).flatMap((file) => blocksOf(file, commentsOf(file))),
];
const failures = examples.filter((example, index) => !runs(example, index));
console.log(`${examples.length} examples, ${failures.length} failed`);
process.exitCode = failures.length === 0 && examples.length > 0 ? 0 : 1;

/** Comment text with its stars taken off, at the lines where it stands. */
function commentsOf(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => /^\s*\* ?(.*)$/.exec(line)?.[1] ?? '')
    .join('\n');
}

function blocksOf(file, text) {
  return blocksIn(text)
    .filter(({ language }) => language === 'ts')
    .map(({ isRun, code, line }) => ({
      name: `${file}:${line}`,
      packageName: PACKAGES[file.split('/')[1]],
      folder: file.split('/')[3]?.replace(/\.ts$/, ''),
      isRun,
      code,
    }));
}

function runs({ name, packageName, folder, isRun, code }, index) {
  const source = `import assert from 'node:assert';\n${/^import /m.test(code) ? '' : importAll(packageName, folder)}${asserting(code)}`;
  const { outputText, diagnostics } = ts.transpileModule(source, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  if (diagnostics?.length)
    return report(name, ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n'));
  if (!isRun) return true;
  const path = join(FOLDER, `example-${index}.mjs`);
  writeFileSync(path, outputText);
  const { status, stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8', timeout: 60_000 });
  return status === 0 || report(name, stderr);
}

/** All runtime exports of the package's entry, and of the entry of the source's folder, which the example may use. */
function importAll(packageName, folder) {
  if (!packageName) return '';
  const packageFolder = Object.keys(PACKAGES).find((key) => PACKAGES[key] === packageName);
  const { exports } = JSON.parse(readFileSync(`packages/${packageFolder}/package.json`, 'utf8'));
  const seen = new Set();
  return [`./${folder}`, '.']
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

function report(name, message) {
  console.error(`${name}:\n${message}`);
  return false;
}
