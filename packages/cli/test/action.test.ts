/** The scripts of the GitHub Action, run as a runner would run them, with `npx` leading to the command of this clone. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from './command.ts';

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));
const action = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8'));
const steps: { name: string; run?: string; env?: Record<string, string> }[] = action.runs.steps;
const hasBash = spawnSync('bash', ['--version']).status === 0;

interface StepRun {
  status: number | null;
  stdout: string;
  stderr: string;
  sarif: () => string;
}

function runStep(name: string, files: Record<string, string>, env: Record<string, string>): StepRun {
  const folder = temporaryFolder();
  const tools = join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(
    join(tools, 'npx'),
    `#!/usr/bin/env bash\nshift 2\nexec "${process.execPath}" "${bin}" "$@"\n`,
  );
  chmodSync(join(tools, 'npx'), 0o755);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const step = steps.find((one) => one.name === name);
  const result = spawnSync('bash', ['-c', step?.run ?? ''], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${tools}:${process.env['PATH']}`,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: join(folder, 'output'),
      PROFILE: '',
      CONFIG: '',
      TESTS: '',
      VERSION: 'latest',
      ...env,
    },
  });
  return { ...result, sarif: () => readFileSync(join(folder, 'robots.sarif'), 'utf8') };
}

describe.skipIf(!hasBash)(`the GitHub Action${hasBash ? '' : ' (skipped: there is no bash)'}`, () => {
  const good = 'User-agent: *\nDisallow: /private/\n';
  const bad = 'User-agent: *\nDisalow: /private/\n';

  it('never writes an input into a script', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('holds scripts that bash can read', () => {
    for (const { run = '' } of steps) expect(spawnSync('bash', ['-n', '-c', run]).status).toBe(0);
  });

  it('describes each input, and gives every one but "files" a default', () => {
    for (const [name, input] of Object.entries<{ description: string; default?: string }>(action.inputs)) {
      expect([name, typeof input.description]).toEqual([name, 'string']);
      expect([name, input.default === undefined]).toEqual([name, name === 'files']);
    }
  });

  it('annotates findings, and fails', () => {
    const { status, stdout } = runStep('Lint', { 'robots.txt': bad }, { FILES: '\nrobots.txt\n' });
    expect(stdout).toContain('::error file=robots.txt,line=2,');
    expect(status).toBe(1);
    expect(runStep('Lint', { 'a.txt': good, 'b c.txt': good }, { FILES: 'a.txt\nb c.txt' }).status).toBe(0);
  });

  it('takes profile and settings', () => {
    const files = {
      'robots.txt': `${good}License: https://example.com/\n`,
      'l.json': '{"rules":{"lighthouse-audit":"off"}}',
    };
    expect(runStep('Lint', files, { FILES: 'robots.txt' }).status).toBe(0);
    expect(runStep('Lint', files, { FILES: 'robots.txt', PROFILE: 'lighthouse' }).status).toBe(1);
    expect(
      runStep('Lint', files, { FILES: 'robots.txt', PROFILE: 'lighthouse', CONFIG: 'l.json' }).status,
    ).toBe(0);
  });

  it('writes SARIF, and goes on', () => {
    const run = runStep('SARIF', { 'robots.txt': bad }, { FILES: 'robots.txt' });
    expect(run.status).toBe(0);
    expect(JSON.parse(run.sarif()).runs[0].results[0].ruleId).toBe('misspelt-record');
  });

  it('fails at once on a file that is not there, or that looks like an option', () => {
    expect(runStep('SARIF', {}, { FILES: 'nowhere.txt' }).status).toBe(2);
    expect(runStep('Lint', {}, { FILES: '--help' }).status).toBe(2);
    expect(runStep('Lint', {}, { FILES: '$(touch pwned)' }).stderr).toContain('$(touch pwned)');
  });

  it('tests expectations, where there are any', () => {
    const expectations = 'robots: robots.txt\ntests:\n  - crawler: FooBot\n    disallow: /private/x\n';
    const files = { 'robots.txt': good };
    expect(runStep('Test', files, {}).status).toBe(0);
    expect(runStep('Test', { ...files, 'robots.test.yaml': expectations }, {}).status).toBe(0);
    const wrong = { ...files, 'a.yaml': expectations, 'b.yaml': expectations.replace('/private/x', '/') };
    expect(runStep('Test', wrong, { TESTS: 'b.yaml\na.yaml' }).status).toBe(1);
  });
});
