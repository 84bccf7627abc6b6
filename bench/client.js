/**
 * `npm run bench:client`: measures the client without the network. It reports the CPU time of a warm `check` and
 * `checkMany`, and the number of requests to the shared store per decision.
 */
import { createClient, createMemoryStore, createTieredStore } from '@robots-exclusion/client';

const rounds = 5;
const checks = 40_000;

const lines = Array.from({ length: 40 }, (_, index) => `Disallow: /section-${index}/*/private\n`).join('');
const common = `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n${lines}`;
const hostile = `User-agent: *\n${`Disallow: /${'*a'.repeat(12)}b\n`.repeat(18_000)}`;
const hostilePath = `/${'a'.repeat(8000)}`;

console.log(`Node ${process.version}; microseconds of CPU time, median of ${rounds} rounds\n`);
console.log('| What | each |\n|---|---:|');
await row('check, the same site', common, repeat(1));
await row('check, 100 sites in turn', common, repeat(100));
await row('checkMany, 100 sites in turn', common, manyOf);
await row('check with explain', common, repeat(1, { explain: true }), 4000);
await row('check, 500 KiB of hostile rules, path of 8 kB', hostile, hostileChecks, 40);
await storeReads();

async function row(name, body, run, count = checks) {
  const client = clientOn(body);
  await run(client, Math.min(count, 2000));
  const each = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await run(client, count);
    const { user, system } = process.cpuUsage(before);
    each.push((user + system) / count);
  }
  each.sort((a, b) => a - b);
  console.log(`| ${name} | ${each[rounds >> 1].toFixed(1)} |`);
  await client.close();
}

function clientOn(body, store) {
  const transport = {
    schemes: ['https'],
    send: async () => ({ status: 200, headers: {}, body: Buffer.from(body) }),
  };
  return createClient({ userAgent: 'FooBot/1.0', transports: [transport], ...(store && { store }) });
}

function repeat(sites, options) {
  return async (client, count) => {
    for (let index = 0; index < count; index++) {
      await client.check(`https://h${index % sites}.example/page/${index}?q=1`, options);
    }
  };
}

async function manyOf(client, count) {
  const urls = Array.from({ length: count }, (_, index) => `https://h${index % 100}.example/page/${index}`);
  for await (const _ of client.checkMany(urls)) void _;
}

async function hostileChecks(client, count) {
  for (let index = 0; index < count; index++) {
    await client.check(`https://h.example${hostilePath}${index}`);
  }
}

/**
 * Counts the reads of a shared store behind a tiered store, for 50 checks per second during a minute of simulated time.
 */
async function storeReads() {
  const asked = { get: 0, version: 0 };
  const clock = { time: Date.now(), now: () => clock.time };
  const shared = createMemoryStore({ clock });
  const counting = {
    ...shared,
    get(key) {
      asked.get += 1;
      return shared.get(key);
    },
    async version(key) {
      asked.version += 1;
      return shared.version(key);
    },
  };
  const store = createTieredStore({ upper: createMemoryStore({ clock }), lower: counting, clock });
  const client = clientOn(common, store);
  await client.check('https://h.example/');
  const { get, version } = asked;
  for (let index = 0; index < 3000; index++, clock.time += 20)
    await client.check(`https://h.example/${index}`);
  console.log(
    `\n3,000 checks of one site in a minute, tiered store, freshMs 1000: ${asked.get - get} whole reads,`,
  );
  console.log(`${asked.version - version} version checks of the shared store.`);
  await client.close();
}
