/**
 * Compares the simulation with reality. The same workers visit the same sites at the same times for half a minute,
 * first in virtual time on the simulated store, then in real time on a redis-server. Redis counts its own commands.
 */
import { once } from 'node:events';
import { setTimeout as pauseReally } from 'node:timers/promises';
import { createRedisStore } from '@robots-exclusion/client';
import { startRedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { crew, visit } from './crawl.js';
import { randomFrom } from './random.js';
import { newCounts, sharedStore } from './shared-store.js';
import { drawSite, siteTransport } from './sites.js';
import { runUntil, sleep, time, useVirtualTime } from './virtual-time.js';

const small = {
  sites: 150,
  workers: 20,
  durationMs: 30_000,
  visitsPerSecond: 0.2,
  urls: 4,
  delaySeconds: 0.2,
};
/** Short lifetimes, in seconds, so that many of them fit into half a minute. */
const lifetimes = {
  floorSeconds: 1,
  defaultSeconds: 6,
  retryFirstSeconds: 1,
  retryLastSeconds: 8,
  transientSeconds: 3,
};
const lifetimeSeconds = 4;
const siteMs = 40;

export async function compare(seed) {
  const real = await onRedis(seed);
  useVirtualTime();
  const virtual = await simulated(seed);
  console.log(`${small.sites} sites, ${small.workers} workers, ${small.durationMs / 1000} s\n`);
  console.log('| | redis-server, real time | simulation | |\n|---|---:|---:|---:|');
  for (const name of Object.keys(real)) {
    const share = real[name] === 0 ? '' : `${((virtual[name] / real[name] - 1) * 100).toFixed(1)} %`;
    console.log(`| ${name} | ${real[name]} | ${virtual[name]} | ${share} |`);
  }
}

function drawn(seed) {
  const random = randomFrom(seed);
  const sites = Array.from({ length: small.sites }, (_, index) => ({
    ...drawSite(random, index, { lifetimeSeconds, latencyMs: siteMs }),
    outages: [],
  })).map((site) => (site.kind === 'dead' ? { ...site, kind: 'unavailable' } : site));
  const visits = sites.flatMap((site) =>
    [...random.arrivals(small.visitsPerSecond / 1000, small.durationMs)].map((at) => ({
      site,
      at,
      worker: random.below(small.workers),
    })),
  );
  return { sites, visits };
}

async function simulated(seed) {
  const { sites, visits } = drawn(seed);
  const clock = { now: () => 1_800_000_000_000 + time.now() };
  const counts = newCounts();
  const shared = sharedStore({ clock, pause: sleep, latencyMs: 1, counts });
  const all = crewOn({ clock, lowerOf: () => shared.store, sites, pause: sleep });
  const tally = run({ visits, all, clock, pause: sleep });
  await runUntil(small.durationMs + 20_000);
  await Promise.all([all.close(), runUntil(time.now() + 20_000)]);
  return figures({ sites, tally, counts });
}

async function onRedis(seed) {
  const { sites, visits } = drawn(seed);
  const server = await startRedisServer();
  const counts = newCounts();
  const watching = await connected(server.port);
  try {
    const drivers = await Promise.all(
      Array.from({ length: small.workers }, async () => counted(await connected(server.port), counts)),
    );
    const clock = { now: () => Date.now() };
    const stores = drivers.map((client) => createRedisStore({ client }));
    const all = crewOn({ clock, lowerOf: (worker) => stores[worker], sites, pause: pauseReally });
    const before = await netOctets(watching);
    const tally = run({ visits, all, clock, pause: pauseReally });
    await pauseReally(small.durationMs + 5000);
    const octets = (await netOctets(watching)) - before;
    await all.close();
    await Promise.all(stores.map((store) => store.close?.()));
    for (const driver of drivers) driver.disconnect();
    return figures({ sites, tally, counts: { ...counts, octets } });
  } finally {
    watching.disconnect();
    await server.stop();
  }
}

function crewOn({ clock, lowerOf, sites, pause }) {
  return crew({
    clock,
    lowerOf,
    transport: siteTransport(sites, clock, pause),
    lifetimes,
    skewOf: () => 0,
    delaySeconds: small.delaySeconds,
  });
}

function run({ visits, all, clock, pause }) {
  const tally = { checks: 0, wrong: 0, failed: 0 };
  const { urls } = small;
  for (const { site, at, worker } of visits) {
    setTimeout(() => {
      visit(all.client(worker), site, { urls, clock, pause, tally }).catch(() => tally.failed++);
    }, at);
  }
  return tally;
}

function figures({ sites, tally, counts }) {
  const named = (name) =>
    Object.entries(counts.commands).reduce(
      (sum, [each, count]) => sum + (each.startsWith(name) ? count : 0),
      0,
    );
  const gets = named('GET') - named('GETRANGE');
  return {
    checks: tally.checks,
    'requests to sites': sites.reduce((sum, { requests }) => sum + requests.length, 0),
    GET: gets,
    GETRANGE: named('GETRANGE'),
    EVAL: named('EVAL'),
    'SUBSCRIBE, UNSUBSCRIBE': named('SUBSCRIBE') + named('UNSUBSCRIBE'),
    'all commands': gets + named('GETRANGE') + named('EVAL') + named('SUBSCRIBE') + named('UNSUBSCRIBE'),
    'octets to and from the store': counts.octets,
    'wrong decisions': tally.wrong,
    'visits that failed': tally.failed,
  };
}

/** Counts the commands that the driver sends, including those on its second connection. A script is one command. */
function counted(client, counts) {
  const send = client.sendCommand;
  client.sendCommand = function (command, ...others) {
    const name = command.name.toUpperCase();
    counts.commands[name] = (counts.commands[name] ?? 0) + 1;
    return send.call(this, command, ...others);
  };
  const duplicate = client.duplicate;
  client.duplicate = (...options) => counted(duplicate.apply(client, options), counts);
  return client;
}

async function netOctets(client) {
  const stats = await client.info('stats');
  const of = (name) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(stats)?.[1]);
  return of('total_net_input_bytes') + of('total_net_output_bytes');
}

async function connected(port) {
  const client = new Redis({ port, retryStrategy: () => 100, lazyConnect: true }).on('error', () => {});
  const ready = once(client, 'ready');
  client.connect().catch(() => {});
  await ready;
  return client;
}
