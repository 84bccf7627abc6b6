/**
 * Runs the scripts of the GitHub Action as a runner would, but with the command of this clone instead of an installed
 * one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from './command.ts';

const bin = fileURLToPath(new URL('../bin/robots.js', import.meta.url));
const action = parse(readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8'));
const steps: { name: string; run?: string; env?: Record<string, string> }[] = action.runs.steps;

const uses: string[] = action.runs.steps.flatMap(({ uses: used }: { uses?: string }) => used ?? []);

interface StepRun {
  status: number | null;
  stdout: string;
  stderr: string;
  sarif: () => string;
}

function runStep(
  name: string,
  files: Record<string, string>,
  env: Record<string, string>,
  folder: string = temporaryFolder(),
): StepRun {
  const installed = join(folder, 'robots-exclusion/node_modules/.bin');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, 'robots'), `#!/usr/bin/env bash\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(installed, 'robots'), 0o755);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const step = steps.find((one) => one.name === name);
  const result = spawnSync('bash', ['-c', step?.run ?? ''], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      PROFILE: '',
      CONFIG: '',
      TESTS: '',
      ...env,
    },
  });
  return { ...result, sarif: () => readFileSync(join(folder, 'robots.sarif'), 'utf8') };
}

describe('examples/feed/weekly.yml', needs('bash on the PATH', isOnPath('bash')), () => {
  it('makes a feed, and one each week after it that says what changed', () => {
    const example = new URL('../../../examples/feed/weekly.yml', import.meta.url);
    const [, , make] = parse(readFileSync(example, 'utf8')).jobs.feed.steps;
    const folder = temporaryFolder();
    const run = (script: string, env = {}) =>
      spawnSync(
        'bash',
        ['--norc', '-e', '-c', `npx() { shift 2; "${process.execPath}" "${bin}" "$@"; }\n${script}`],
        {
          cwd: folder,
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], TMPDIR: folder, ...env },
        },
      );
    expect(run('npx - - sign --make-key key.json').status).toBe(0);
    const key = readFileSync(join(folder, 'key.json'), 'utf8');
    const { x } = JSON.parse(key);
    for (const serial of [1, 2, 3]) {
      expect(run(make.run, { FEED_KEY: key })).toMatchObject({ status: 0, stderr: '' });
      const read = run(`npx - - agents GPTBot --registry ed25519:${x}:${serial}=feed.json`);
      expect(read).toMatchObject({ status: 0, stderr: '' });
    }
    expect(JSON.parse(readFileSync(join(folder, 'feed.json'), 'utf8'))).toMatchObject({
      serial: 3,
      changes: { added: [], changed: [], removed: [] },
    });
    expect(run(make.run, { FEED_KEY: '{}' }).status).not.toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['feed.json', 'key.json']);
  });
});

describe('the GitHub Action', needs('bash on the PATH', isOnPath('bash')), () => {
  const good = 'User-agent: *\nDisallow: /private/\n';
  const bad = 'User-agent: *\nDisalow: /private/\n';

  it('never writes an input into a script', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('holds scripts that bash can read', () => {
    for (const { run = '' } of steps) expect(spawnSync('bash', ['-n', '-c', run]).status).toBe(0);
  });

  it('pins what it uses to commits', () => {
    for (const used of uses) expect(used).toMatch(/@[0-9a-f]{40}$/);
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

  it('writes the same findings as SARIF, in the one run that annotates', () => {
    const run = runStep('Lint', { 'robots.txt': bad }, { FILES: 'robots.txt' });
    expect(JSON.parse(run.sarif()).runs[0].results[0].ruleId).toBe('misspelt-record');
    const lints = steps.filter(({ run: script = '' }) => / lint "/.test(script));
    expect(lints.map(({ name }) => name)).toEqual(['Lint']);
  });

  it('installs the version of its own release, once, and runs no scripts of packages', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(action.inputs.version.default).toBe(version);
    const scripts = steps.map(({ run = '' }) => run).join('\n');
    expect(scripts).not.toMatch(/latest|npx/);
    expect(scripts.match(/npm install [^\n]*--ignore-scripts/g)).toHaveLength(1);
  });

  it('fails at once on a file that is not there, or that looks like an option', () => {
    expect(runStep('Lint', {}, { FILES: 'nowhere.txt' }).status).toBe(2);
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

  describe('on pull requests', needs('git on the PATH', isOnPath('git')), () => {
    /**
     * Like the checkout action, creates a shallow clone of a repository whose base commit contains `before`. Returns
     * the clone and the base commit.
     */
    function pullRequest(before: Record<string, string>): { clone: string; base: string } {
      const [origin, clone] = [temporaryFolder(), join(temporaryFolder(), 'clone')];
      const git = (folder: string, ...args: string[]): string =>
        execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
          encoding: 'utf8',
        }).trim();
      git(origin, 'init', '-q', '-b', 'main');
      git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
      mkdirSync(join(origin, 'site'));
      const commit = (files: Record<string, string>, message: string): string => {
        for (const [name, text] of Object.entries(files)) writeFileSync(join(origin, 'site', name), text);
        git(origin, 'add', '.');
        git(origin, 'commit', '-q', '--allow-empty', '-m', message);
        return git(origin, 'rev-parse', 'HEAD');
      };
      const base = commit({ 'other.txt': '', ...before }, 'base');
      commit({}, 'head');
      git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, clone);
      return { clone: join(clone, 'site'), base };
    }

    function diffOf(
      before: Record<string, string>,
      after: Record<string, string>,
      env: Record<string, string>,
    ): { status: number | null; summary: string } {
      const { clone, base } = pullRequest(before);
      const { status } = runStep('Diff', after, { BASE: base, DIFF: 'report', ...env }, clone);
      const summary = join(clone, 'summary');
      return { status, summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '' };
    }

    it.each(['robots.txt', './robots.txt', '../site/robots.txt'])('writes what changes in %s', (FILES) => {
      const changed = { 'robots.txt': `${good}Disallow: /new/\n` };
      const { status, summary } = diffOf({ 'robots.txt': good }, changed, { FILES });
      expect(summary).toContain('- closed /new/');
      expect(summary).not.toContain('closed /private/');
      expect(summary).toMatch(/^### What changes for crawlers\n\n```\n[^`]*\n```\n\n$/);
      expect(status).toBe(0);
    });

    it('fails where that is wished for, and only if something changes', () => {
      const env = { FILES: 'robots.txt', DIFF: 'fail' };
      expect(diffOf({ 'robots.txt': good }, { 'robots.txt': good }, env).status).toBe(0);
      expect(diffOf({ 'robots.txt': good }, { 'robots.txt': bad }, env).status).toBe(1);
    });

    it('compares what is new with an empty file', () => {
      const { status, summary } = diffOf({}, { 'a.txt': good }, { FILES: 'a.txt' });
      expect([status, summary.includes('- closed /private/')]).toEqual([0, true]);
    });

    it('lets no file end the block that its report is in', () => {
      const { summary } = diffOf({}, { 'a.txt': 'User-agent: ```\nDisallow: /```\n' }, { FILES: 'a.txt' });
      expect(summary.match(/```/g)).toHaveLength(2);
    });

    it('fails on a file that is not there, and on a base that nobody has', () => {
      expect(diffOf({ 'robots.txt': good }, {}, { FILES: 'nowhere.txt' }).status).toBe(2);
      const unknown = { FILES: 'robots.txt', BASE: '0'.repeat(40) };
      expect(diffOf({ 'robots.txt': good }, {}, unknown).status).not.toBe(0);
    });
  });
});
