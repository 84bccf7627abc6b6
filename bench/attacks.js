/**
 * Measures response times for a normal client while another client, in its own process, attacks the service. At the
 * same time, the normal client asks a second service without an attack, so that other work of the machine affects both.
 *
 * "On idle" excludes the time during which the service's main thread or the client was ready to run but had no
 * processor (Linux only). This is the time that the client would measure on a machine with idle processors.
 *
 *     node bench/attacks.js                 each attack for a minute
 *     node bench/attacks.js --seconds 300   long enough for published figures
 *     node bench/attacks.js --only both --ask lint   one attack, one question
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { attacks, post } from './attacks/attacks.js';
import { at, waitedMs } from './attacks/times.js';
import { robots } from './server/questions.js';
import { startTarget } from './server/targets.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string' },
    ask: { type: 'string', default: '' },
  },
});
const innocent = { 'x-forwarded-for': '203.0.113.2' };
const allQuestions = [
  ['/v1/evaluate', JSON.stringify({ robots, urls: ['/private/x'], agents: ['FooBot'] })],
  ['/v1/lint', JSON.stringify({ robots })],
  ['/v1/check', JSON.stringify({ urls: ['https://shop.example/private/x'], agents: ['FooBot'] })],
];
const questions = allQuestions.filter(([path]) => path.includes(values.ask));
/** Milliseconds between the starts of two questions. */
const EVERY_MS = 50;

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${values.seconds} s each`);
const rows = {};
for (const name of Object.keys(attacks)) {
  if (values.only && name !== 'none' && !name.includes(values.only)) continue;
  rows[name] = await underAttack(name);
  console.log(name, JSON.stringify(rows[name]));
}
console.table(rows);

async function underAttack(name) {
  const target = await startTarget('../attacks/service');
  const neighbour = await startTarget('../attacks/service');
  const file = fileURLToPath(new URL('./attacks/attacker.js', import.meta.url));
  const attacker = fork(file, [name, target.url]);
  const ended = once(attacker, 'exit');
  await pause(2000);
  const before = await target.cpu();
  const [seen, beside] = await askInTurn([target, neighbour], Number(values.seconds) * 1000);
  const cpu = (await target.cpu()) - before;
  const megabytes = await target.memory();
  attacker.kill();
  await ended;
  await Promise.all([target.stop(), neighbour.stop()]);
  return {
    asked: seen.times.length,
    errors: seen.errors,
    'p50 ms': at(seen.times, 0.5),
    'p99 ms': at(seen.times, 0.99),
    'p50 beside': at(beside.times, 0.5),
    'p99 beside': at(beside.times, 0.99),
    'p99 on idle': at(seen.onIdle, 0.99),
    'p99 beside on idle': at(beside.onIdle, 0.99),
    'CPU %': Math.round(cpu / 1e4 / Number(values.seconds)),
    'memory MB': megabytes,
  };
}

/** Sends one question at a time, to each service in turn. */
async function askInTurn(services, durationMs) {
  const seen = services.map(() => ({ times: [], onIdle: [], errors: 0 }));
  const end = performance.now() + durationMs;
  for (let turn = 0; performance.now() < end; turn++) {
    const [path, body] = questions[turn % questions.length];
    for (const [index, { url, pid }] of services.entries()) {
      const waitedBefore = waitedMs(pid) + waitedMs(process.pid);
      const startedAt = performance.now();
      if ((await post(url + path, body, innocent)) !== 200) seen[index].errors++;
      const took = performance.now() - startedAt;
      seen[index].times.push(took);
      seen[index].onIdle.push(Math.max(0, took - (waitedMs(pid) + waitedMs(process.pid) - waitedBefore)));
      await pause(EVERY_MS / services.length);
    }
  }
  return seen;
}
