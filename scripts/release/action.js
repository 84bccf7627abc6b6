/**
 * Runs the Action's own steps in another repository, as the runner would. The steps install the command from the
 * registry. `packages/cli/test/action.test.ts` tests what each step writes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run, runAside } from './run.js';

const BEFORE = 'User-agent: *\nDisallow: /private/\n';
const AFTER = 'User-agent: *\nDisalow: /private/\nDisallow: /shop/\n';
const EXPECTATIONS = 'robots: robots.txt\ntests:\n  - crawler: FooBot\n    disallow: /private/x\n';

/** The exit code of each step, and a part of its output. */
const EXPECTED = {
  Install: [0, ''],
  Lint: [1, '::error file=robots.txt,line=2,'],
  Test: [1, '/private/x'],
  Diff: [1, ''],
};

/** Returns the steps that do not end as expected. */
export async function actionFailures({ root, registry, scratch }) {
  const folder = join(scratch, 'foreign');
  const base = foreignRepository(folder);
  const temp = join(scratch, 'runner');
  mkdirSync(temp);
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const defaults = Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input.default ?? '']);
  const values = new Map([
    ...defaults,
    ['inputs.files', 'robots.txt'],
    ['inputs.diff', 'fail'],
    ['github.event.pull_request.base.sha', base],
  ]);
  const runner = {
    ...{ RUNNER_TEMP: temp, npm_config_cache: join(temp, 'cache'), npm_config_registry: registry },
    ...{ GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') },
  };
  const failures = [];
  for (const { name, run: script, env } of runs.steps.filter((step) => step.run)) {
    const { status, stdout, stderr } = await runAside(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script],
      { cwd: folder, env: { ...process.env, ...runner, ...filledIn(env, values) } },
    );
    const [exit, part] = EXPECTED[name];
    if (status !== exit || !stdout.includes(part))
      failures.push(
        `action, ${name}: exit code ${status}, expected ${exit} and "${part}"\n${stdout}${stderr}`,
      );
  }
  return failures;
}

/** A site's repository: its base commit, then a change with a misspelt record. */
function foreignRepository(folder) {
  mkdirSync(folder);
  const git = (...args) =>
    run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder }).trim();
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'robots.txt'), BEFORE);
  writeFileSync(join(folder, 'robots.test.yaml'), EXPECTATIONS);
  git('add', '.');
  git('commit', '-q', '-m', 'base');
  const base = git('rev-parse', 'HEAD');
  writeFileSync(join(folder, 'robots.txt'), AFTER);
  git('commit', '-q', '-a', '-m', 'change');
  return base;
}

/** Evaluates the few expressions that the Action uses. */
function filledIn(env, values) {
  const filled = Object.entries(env).map(([name, text]) => [
    name,
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (whole, expression) => {
      if (values.has(expression)) return values.get(expression);
      throw new Error(`the Action uses ${whole}, which this rehearsal does not know`);
    }),
  ]);
  return Object.fromEntries(filled);
}
