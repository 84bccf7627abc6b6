/**
 * Measures the service's time for hostile sitemaps, compared with decompression and parsing by the libraries alone.
 * Also measures the response times of `/healthz` while the service reads a sitemap, and the work that continues after
 * the response.
 *
 *     node bench/sitemaps.js
 */
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sitemaps } from './attacks/sitemaps.js';
import { at, waitedMs } from './attacks/times.js';
import { startTarget } from './server/targets.js';

/** The parser that the service uses, in the same version. */
const { Parser } = createRequire(new URL('../packages/server/package.json', import.meta.url))('htmlparser2');

/** The service reads at most this many octets of a sitemap. */
const MAX_BYTES = 50 * 1024 * 1024;
const ROUNDS = 5;

console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, medians of ${ROUNDS}, load ${loadavg()[0].toFixed(1)}`,
);
const rows = {};
for (const [name, octets, isPacked] of sitemaps) rows[name] = await measured(name, octets, isPacked);
console.table(rows);

async function measured(name, octets, isPacked) {
  const target = await startTarget('../attacks/service');
  const url = `${target.url}/v1/sitemap?url=https://shop.example/`;
  await (await fetch(`${url}small.xml`)).text();
  const rounds = [];
  const health = [];
  const onIdle = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = cpuOf(() => bareParse(octets, isPacked));
    const before = await target.cpu();
    let isAnswered = false;
    const answer = fetch(`${url}${name}.xml`).then(async (response) => {
      await response.text();
      isAnswered = true;
      return response.status;
    });
    while (!isAnswered) {
      const waited = waitedMs(target.pid) + waitedMs(process.pid);
      const startedAt = performance.now();
      await (await fetch(`${target.url}/healthz`)).text();
      const took = performance.now() - startedAt;
      health.push(took);
      onIdle.push(Math.max(0, took - (waitedMs(target.pid) + waitedMs(process.pid) - waited)));
      await pause(5);
    }
    const answered = await target.cpu();
    await pause(1000);
    const after = await target.cpu();
    rounds.push({
      alone,
      spent: (answered - before) / 1000,
      after: (after - answered) / 1000,
      status: await answer,
    });
  }
  await target.stop();
  const median = (key) => rounds.map((round) => round[key]).toSorted((a, b) => a - b)[ROUNDS >> 1];
  return {
    status: rounds[0].status,
    'libraries ms': Math.round(median('alone')),
    'service ms': Math.round(median('spent')),
    ratio: Math.round((100 * median('spent')) / median('alone')) / 100,
    'ms of the second after': Math.round(median('after')),
    '/healthz asked': health.length,
    'p99 ms': at(health, 0.99),
    'p99 on idle': at(onIdle, 0.99),
  };
}

/** Milliseconds of CPU time. */
function cpuOf(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Parses the sitemap, but stops at deeply nested elements, as the service does. */
function bareParse(octets, isPacked) {
  const text = (isPacked ? gunzipSync(octets) : octets).subarray(0, MAX_BYTES).toString('utf8');
  let depth = 0;
  const parser = new Parser(
    { onopentagname: () => depth++, onclosetag: () => depth--, ontext() {} },
    { xmlMode: true },
  );
  for (let from = 0; from < text.length && depth < 1000; from += 65_536)
    parser.write(text.slice(from, from + 65_536));
}
