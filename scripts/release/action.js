/**
 * Runs the Action's first steps as the runner would, using the command that these steps install from the registry.
 * Evaluates the expressions of all steps. `packages/cli/test/action.long.test.ts` tests what each step does.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runAside } from './run.js';

/** The steps to run, each with its expected exit code and a part of its output. */
const EXPECTED = { Install: [0, ''], Lint: [1, '::error file=robots.txt,line=2,'] };

/** Returns a message for each step whose exit code or output is not as expected. */
export async function actionFailures({ root, registry, scratch }) {
  const folder = join(scratch, 'site');
  mkdirSync(folder);
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisalow: /private/\n');
  const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const defaults = Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input.default ?? '']);
  const values = new Map([
    ...defaults,
    ['inputs.files', 'robots.txt'],
    ['github.event.pull_request.base.sha', 'a commit'],
  ]);
  const environments = new Map(
    runs.steps.filter((step) => step.run).map(({ name, env }) => [name, filledIn(env, values)]),
  );
  const runner = {
    ...{ RUNNER_TEMP: scratch, GITHUB_OUTPUT: join(folder, 'output') },
    ...{ npm_config_registry: registry, npm_config_cache: join(scratch, 'npm-cache') },
  };
  const failures = [];
  for (const [name, [exit, part]] of Object.entries(EXPECTED)) {
    const script = runs.steps.find((step) => step.name === name)?.run;
    const env = { ...process.env, ...runner, ...environments.get(name) };
    const { status, stdout, stderr } = await runAside('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
    });
    if (status !== exit || !stdout.includes(part))
      failures.push(
        `action, ${name}: exit code ${status}, expected ${exit} and "${part}"\n${stdout}${stderr}`,
      );
  }
  return failures;
}

/** Returns the variables of a step after evaluating the few expressions that the Action uses. */
function filledIn(variables, values) {
  const filled = Object.entries(variables).map(([name, text]) => [
    name,
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (whole, expression) => {
      if (values.has(expression)) return values.get(expression);
      throw new Error(`the Action uses ${whole}, which this rehearsal does not know`);
    }),
  ]);
  return Object.fromEntries(filled);
}
