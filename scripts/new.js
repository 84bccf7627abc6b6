/**
 * Creates the files of a new part, including a failing test, and adds the part to all lists of parts:
 *
 *   npm run new -- lint-rule|dialect|record|panel|command NAME
 *
 * NAME is in kebab case. Nothing is written if one of the files exists. Afterwards, the script formats and builds the
 * files, and updates generated files, so that `npm run check` passes and only the new test fails. `--root FOLDER`
 * works on another checkout. `--only-write` only writes the files.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newCommand } from './new/command.js';
import { newDialect } from './new/dialect.js';
import { newLintRule } from './new/lint-rule.js';
import { newPanel } from './new/panel.js';
import { newRecord } from './new/record.js';

const KINDS = {
  'lint-rule': newLintRule,
  dialect: newDialect,
  record: newRecord,
  panel: newPanel,
  command: newCommand,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'only-write': { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
});
process.chdir(values.root);
const [kind = '', name = ''] = positionals;
const problem = problemOf();
if (problem === undefined) make(KINDS[kind](name));
else {
  console.error(problem);
  process.exitCode = 2;
}

function problemOf() {
  if (!Object.hasOwn(KINDS, kind))
    return `Cannot make ${JSON.stringify(kind)}: expected one of ${Object.keys(KINDS).join(', ')}`;
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    return `Cannot make a ${kind} named ${JSON.stringify(name)}: expected a name such as new-name`;
  return undefined;
}

/**
 * `files` maps paths to texts, `edits` maps paths to functions that edit a file's text, and `next` describes the
 * remaining work. `test` is the test that fails at first, by default the new one.
 */
function make({ files, edits, generate = [], test, next }) {
  const taken = Object.keys(files).find((file) => existsSync(file));
  if (taken !== undefined) {
    console.error(`Cannot make ${taken}: it exists`);
    process.exitCode = 2;
    return;
  }
  // Computes all edits before writing anything, so that a missing anchor leaves the repository unchanged.
  const edited = Object.entries(edits).map(([file, edit]) => [file, edit(readFileSync(file, 'utf8'))]);
  for (const [file, text] of [...Object.entries(files), ...edited]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${file in files ? 'made   ' : 'changed'} ${file}`);
  }
  if (!values['only-write']) finish([...Object.keys(files), ...Object.keys(edits)], generate);
  const failing = test ?? Object.keys(files).find((file) => file.endsWith('.test.ts'));
  console.log(`\nThe test fails until the part is filled in:\n  npx vitest run ${failing}\n\nThen:`);
  for (const step of next) console.log(`- ${step}`);
}

/** Formats and builds the new files, and updates generated files. */
function finish(written, generate) {
  const formatted = written.filter((file) => !file.endsWith('.md'));
  const steps = [
    ['npx', ['biome', 'check', '--write', ...formatted]],
    ['node', ['scripts/tsc.js', '-b']],
    ...generate.map((script) => ['node', script.split(' ')]),
  ];
  for (const [command, args] of steps) {
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`Cannot finish the new part: ${command} ${args[0]} failed`);
  }
}
