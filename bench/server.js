/**
 * Compares the service under load with two bare servers that receive and send the same bodies: a hono handler on the
 * same Node adapter, and `node:http` alone. Each server has its own process. Short rounds take turns, so that other
 * work of the machine affects all servers. Each ratio is the median of the ratios in all rounds.
 *
 *     npm run bench:server                        15 rounds of one second per case, then one minute of memory
 *     npm run bench:server -- --memory-minutes 5  long enough for published figures
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { requireOnDemand } from '../scripts/on-demand.js';
import { questions } from './server/questions.js';
import { startTarget, targets } from './server/targets.js';

const autocannon = requireOnDemand('autocannon@9.0.0');
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '15' },
    connections: { type: 'string', default: '50' },
    'memory-minutes': { type: 'string', default: '1' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${connections} connections`);
const running = new Map();
try {
  for (const name of targets) running.set(name, await startTarget(name));
  for (const question of questions) await compare(question);
  const minutes = Number(values['memory-minutes']);
  if (minutes > 0) await watchMemory(running.get('service'), minutes);
} finally {
  for (const target of running.values()) await target.stop();
}

/** Runs rounds of every target in turn, so that other work of the machine affects all of them. */
async function compare({ name, path, body }) {
  // The bare servers send the same response as ours.
  const answer = await answerOf(running.get('service').url + path, body);
  const rounds = new Map(targets.map((target) => [target, []]));
  for (const target of targets) await running.get(target).answerWith(answer);
  // The warm-up has a fixed number of requests. On a busy machine, a fixed time could be too short.
  const amount = Math.min(20_000, Math.ceil(20_000_000 / answer.length));
  for (const target of targets) await load(running.get(target), path, body, { amount });
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const target of targets)
      rounds.get(target).push(await load(running.get(target), path, body, { duration: seconds }));
  }
  const median = new Map(targets.map((target) => [target, medianOf(rounds.get(target))]));
  console.log(`\n${name}: POST ${path}, ${body.length} octets in, ${answer.length} out`);
  console.table(
    Object.fromEntries(
      targets.map((target) => {
        const { perSecond, p50, p99, cpu } = median.get(target);
        return [
          target,
          {
            'requests/s': Math.round(perSecond),
            '% of hono': Math.round(medianRatio(rounds, target, 'perSecond') * 100),
            'p50 ms': p50,
            'p99 ms': p99,
            'CPU µs': Math.round(cpu),
            'CPU × hono': medianRatio(rounds, target, 'cpu').toFixed(2),
          },
        ];
      }),
    ),
  );
}

async function answerOf(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return response.text();
}

async function load(target, path, body, until) {
  const url = target.url + path;
  const before = await target.cpu();
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    connections,
    ...until,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  }
  const cpu = ((await target.cpu()) - before) / result.requests.total;
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cpu };
}

/** The median ratio to the bare hono handler in the same round. */
function medianRatio(rounds, target, figure) {
  const others = rounds.get('hono');
  const ratios = rounds.get(target).map((own, round) => own[figure] / others[round][figure]);
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
}

function medianOf(rounds) {
  return [...rounds].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(rounds.length / 2)];
}

/** Resident memory while all cases take turns, sampled after each turn. */
async function watchMemory(target, minutes) {
  const until = performance.now() + minutes * 60_000;
  const samples = [];
  for (let turn = 0; performance.now() < until; turn++) {
    const { path, body } = questions[turn % questions.length];
    await load(target, path, body, { duration: 5 });
    samples.push(await target.memory());
  }
  const half = samples.slice(Math.floor(samples.length / 2));
  const megabytes = (list) => `${Math.min(...list)}–${Math.max(...list)} MB`;
  console.log(`\nResident memory of the service over ${minutes} min of load, sampled every 5 s:`);
  console.log(
    `all samples ${megabytes(samples)}, second half ${megabytes(half)}; in order: ${samples.join(' ')}`,
  );
}
