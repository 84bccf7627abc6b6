/**
 * Runs the Action's own steps as the runner would, in another repository. Checks the installation from the registry,
 * findings, SARIF, the job summary and annotations.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run, runAside } from './run.js';

const BEFORE = 'User-agent: *\nDisallow: /private/\n';
const AFTER = 'User-agent: *\nDisalow: /private/\nDisallow: /shop/\n';
const EXPECTATIONS = 'robots: robots.txt\ntests:\n  - crawler: FooBot\n    disallow: /private/x\n';

/** The differences between the Action and its documentation. */
export async function actionFailures({ root, registry, scratch }) {
  const folder = join(scratch, 'foreign');
  const base = foreignRepository(folder);
  const temp = join(scratch, 'runner');
  mkdirSync(temp);
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const given = Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => [name, input.default ?? '']),
  );
  const values = { ...given, files: 'robots.txt', diff: 'fail' };
  const context = { folder, temp, registry, base, values };
  const results = new Map();
  for (const step of runs.steps.filter((one) => one.run))
    results.set(step.name, await runStep(step, context));
  return problems(results, temp);
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

function runStep({ run: script, env = {} }, { folder, temp, registry, base, values }) {
  const filled = Object.entries(env).map(([name, value]) => [name, filledIn(value, values, base)]);
  return runAside('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env: {
      ...process.env,
      ...{ RUNNER_TEMP: temp, npm_config_cache: join(temp, 'cache'), npm_config_registry: registry },
      ...{ GITHUB_OUTPUT: join(temp, 'output'), GITHUB_STEP_SUMMARY: join(temp, 'summary') },
      ...Object.fromEntries(filled),
    },
  });
}

/** Evaluates the few expressions that the Action uses. */
function filledIn(value, values, base) {
  return value.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (whole, name) => {
    if (name.startsWith('inputs.')) return values[name.slice('inputs.'.length)];
    if (name === 'github.event.pull_request.base.sha') return base;
    throw new Error(`the Action uses ${whole}, which this rehearsal does not know`);
  });
}

function problems(results, temp) {
  const found = [];
  const expect = (isTrue, sentence, { stdout, stderr } = { stdout: '', stderr: '' }) => {
    if (!isTrue) found.push(`action: ${sentence}\n${stdout}${stderr}`);
  };
  const [install, lint, test, diff] = ['Install', 'Lint', 'Test', 'Diff'].map((name) => results.get(name));
  expect(install.status === 0, 'the command cannot be installed', install);
  expect(lint.status === 1 && lint.stdout.includes('::error file=robots.txt,line=2,'), 'no annotation', lint);
  expect(test.status === 1 && test.stdout.includes('/private/x'), 'no failed expectation', test);
  expect(diff.status === 1, 'changed verdicts do not fail the job', diff);
  if (found.length > 0) return found;
  const sarif = JSON.parse(readFileSync(join(temp, 'robots.sarif'), 'utf8'));
  expect(sarif.runs[0].results[0]?.ruleId === 'misspelt-record', 'no finding in the SARIF file');
  expect(/closed \/shop\//.test(readFileSync(join(temp, 'summary'), 'utf8')), 'no diff in the job summary');
  return found;
}
