import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'robots-new-'));
const parts = ['lint-rule', 'dialect', 'record', 'panel', 'command'] as const;
const env = { ...process.env, NODE_OPTIONS: '' };

function run(command: string, ...args: string[]) {
  return spawnSync(command, args, { cwd: copy, encoding: 'utf8', env });
}

function make(...args: string[]) {
  return run(process.execPath, join(root, 'scripts/new.js'), '--root', copy, '--only-write', ...args);
}

beforeAll(() => {
  const copied = [
    'packages',
    'apps/workbench',
    'scripts',
    'spec',
    'package.json',
    'vitest.config.ts',
    'tsconfig*',
  ];
  const list = ['ls-files', '-co', '--exclude-standard', '--', ...copied];
  for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n'))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  for (const name of ['node_modules', 'packages/cli/node_modules'])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** One file of vitest's report. */
interface TestResult {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; title: string }[];
}

describe('npm run new', () => {
  it.each([
    ['klingon', 'x'],
    ['constructor', 'x'],
    ['panel', ''],
    ['panel', '../x'],
    ['panel', 'NewPanel'],
  ])('refuses %s %j and writes nothing', (kind, name) => {
    const { status, stderr } = make(kind, name);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/^Cannot make .*: expected/)]);
  });

  it('makes parts that type-check', () => {
    for (const kind of parts) {
      const { status, stdout, stderr } = make(kind, 'new-part');
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/npx vitest run \S+\.test\.ts/);
    }
    const tsc = join(root, 'scripts/tsc.js');
    for (const folder of ['packages/core', 'packages/cli', 'apps/workbench']) {
      // The new file imports packages of this repository.
      const project = {
        extends: './tsconfig.json',
        references: [],
        compilerOptions: { composite: false, noEmit: true },
      };
      writeFileSync(join(copy, folder, 'tsconfig.new.json'), JSON.stringify(project));
      const { status, stdout } = run(process.execPath, tsc, '-p', `${folder}/tsconfig.new.json`);
      expect([folder, stdout, status]).toEqual([folder, '', 0]);
    }
  });

  it('makes tests that fail', () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const result = run(
      process.execPath,
      ...[vitest, 'run', '--project', 'quick', '--reporter', 'json'],
      ...[
        'core/src/lint/rules/rules.test',
        'core/src/records/new-part',
        'core/src/dialects/new-part',
        'panels/new-part',
      ],
    );
    const { testResults } = JSON.parse(result.stdout.slice(result.stdout.indexOf('{"num')));
    const failed = (testResults as TestResult[])
      .filter(({ status }) => status === 'failed')
      .map(({ name, message, assertionResults }) => [
        name.slice(copy.length + 1),
        message,
        ...assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
      ]);
    expect(failed.sort()).toEqual([
      ['apps/workbench/src/panels/new-part/new-part.test.ts', '', 'answers what a user of it expects'],
      ['packages/core/src/dialects/new-part.test.ts', '', expect.stringContaining('FooBot')],
      ['packages/core/src/lint/rules/rules.test.ts', '', 'fires on its bad example, at octets of the file'],
      ['packages/core/src/records/new-part.test.ts', '', '"a valid value"'],
    ]);
  });

  it('writes over nothing', () => {
    for (const kind of parts) {
      const { status, stderr } = make(kind, 'new-part');
      expect([status, stderr]).toEqual([2, expect.stringMatching(/it exists\n$/)]);
    }
  });
});
