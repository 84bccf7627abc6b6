/**
 * One client attacks while another asks normally: what the other one sees, beside what it sees at the same time of a
 * service that nobody attacks, so that other work of the machine hits both alike.
 *
 *     node bench/attacks.js                 a minute each
 *     node bench/attacks.js --seconds 300   the real figure
 */
import { setMaxListeners } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attacks, post } from './attacks/attacks.js';
import { robots } from './server/questions.js';
import { startTarget } from './server/targets.js';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string' } },
});
const innocent = { 'x-forwarded-for': '203.0.113.2' };
const questions = [
  ['/v1/evaluate', JSON.stringify({ robots, urls: ['/private/x'], agents: ['FooBot'] })],
  ['/v1/lint', JSON.stringify({ robots })],
  ['/v1/check', JSON.stringify({ urls: ['https://shop.example/private/x'], agents: ['FooBot'] })],
];
/** Milliseconds from one question to the next. */
const EVERY_MS = 50;

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${values.seconds} s each`);
// A server that refuses a body while it is being sent closes its end: that is what is measured here.
process.on('uncaughtException', (error) => {
  if (!['EPIPE', 'ECONNRESET'].includes(error.code)) throw error;
});
const rows = {};
for (const [name, attack] of Object.entries(attacks)) {
  if (values.only && name !== 'none' && !name.includes(values.only)) continue;
  rows[name] = await underAttack(attack);
  console.log(name, JSON.stringify(rows[name]));
}
console.table(rows);

async function underAttack(attack) {
  const target = await startTarget('../attacks/service');
  const neighbour = await startTarget('../attacks/service');
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const attacking = attack(target.url, stop.signal);
  await pause(2000);
  const before = await target.cpu();
  const [seen, beside] = await askInTurn([target.url, neighbour.url], Number(values.seconds) * 1000);
  const cpu = (await target.cpu()) - before;
  const megabytes = await target.memory();
  stop.abort();
  await attacking;
  await Promise.all([target.stop(), neighbour.stop()]);
  return {
    asked: seen.times.length,
    errors: seen.errors,
    'p50 ms': at(seen.times, 0.5),
    'p99 ms': at(seen.times, 0.99),
    'p50 beside': at(beside.times, 0.5),
    'p99 beside': at(beside.times, 0.99),
    'CPU %': Math.round(cpu / 1e4 / Number(values.seconds)),
    'memory MB': megabytes,
  };
}

/** One question at a time, of each service in turn. */
async function askInTurn(urls, durationMs) {
  const seen = urls.map(() => ({ times: [], errors: 0 }));
  const end = performance.now() + durationMs;
  for (let turn = 0; performance.now() < end; turn++) {
    const [path, body] = questions[turn % questions.length];
    for (const [index, url] of urls.entries()) {
      const startedAt = performance.now();
      if ((await post(url + path, body, innocent)) !== 200) seen[index].errors++;
      seen[index].times.push(performance.now() - startedAt);
      await pause(EVERY_MS / urls.length);
    }
  }
  return seen;
}

function at(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] * 10) / 10;
}
