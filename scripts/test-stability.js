/**
 * Runs `npm test` repeatedly on a busy machine, and prints every test whose result changed: `npm run test:stability
 * -- --runs 20`. Further arguments select tests, as for Vitest: `-- --runs 5 packages/client`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differences } from './testing/differences.js';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) {
  console.error(`Cannot run the tests ${JSON.stringify(values.runs)} times: expected a whole number above 0`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'robots-stability-'));
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const outcomes = [];
for (let run = 1; run <= runs; run += 1) outcomes.push(await outcomeOf(run));

const { changing, failing } = differences(outcomes);
for (const line of [...changing, ...failing]) console.log(line);
console.log(`${runs} runs beside ${loops.length} busy loops: ${changing.length} differences`);
process.exit(changing.length + failing.length === 0 ? 0 : 1);

/** Runs the tests once, and gives the state and the error of each. */
async function outcomeOf(run) {
  const file = join(folder, `${run}.json`);
  const startedAt = performance.now();
  const words = ['vitest', 'run', '--project', 'quick', '--reporter=json', `--outputFile=${file}`];
  const child = spawn('npx', [...words, ...positionals], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [exit] = await once(child, 'close');
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`run ${run} of ${runs}: ${numPassedTests} passed, ${numFailedTests} failed, ${seconds} s`);
  const states = new Map([['the run itself', { state: exit === 0 ? 'passed' : 'failed', error: '' }]]);
  for (const { name, status, message, assertionResults } of testResults) {
    const path = name.slice(process.cwd().length + 1);
    states.set(path, { state: status, error: message });
    for (const { fullName, status: state, failureMessages = [] } of assertionResults)
      states.set(numbered(states, `${path} ${fullName}`), { state, error: failureMessages.join('\n') });
  }
  return states;
}

/** Tests may share a name. */
function numbered(states, name) {
  let unique = name;
  for (let count = 2; states.has(unique); count += 1) unique = `${name} (${count})`;
  return unique;
}
