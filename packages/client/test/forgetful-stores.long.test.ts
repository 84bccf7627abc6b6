/**
 * docs/access.md, "Stores that fail": random histories of two clients on one store that loses data. In any order of
 * fetches, losses, purges and failures, a client never reverts to older knowledge, and never forgets that a site is
 * open.
 */
import { createClient, purgeRecord, type RobotsClient } from '@robots-exclusion/client';
import {
  needsRedis,
  type OpenedStore,
  type RedisServer,
  runs,
  startRedisServer,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  day,
  hour,
  nodeError,
  type ScriptedAnswer,
  type ScriptedTransport,
  scripted,
  settableClock,
  userAgent,
} from './scripted.ts';
import { openLmdb, openMemory, openRedis, openTiered } from './store/stores.ts';

const servers: RedisServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop();
});

async function redis(): Promise<OpenedStore> {
  const server = await startRedisServer();
  servers.push(server);
  return openRedis(server);
}

/** A store that loses at once what it should keep for more than 30 days, as memcached does. */
const bounded = (opened: OpenedStore, facts: { maxTtlMs?: number }): OpenedStore => ({
  ...opened,
  store: {
    ...opened.store,
    ...facts,
    set: async (...[key, value, options]: Parameters<typeof opened.store.set>) =>
      options.ttlMs > 30 * day || opened.store.set(key, value, options),
  },
});

const stores: [string, object, () => Promise<OpenedStore>][] = [
  ['memory', {}, openMemory],
  ['tiered on memory', {}, async () => openTiered(await openMemory())],
  ['LMDB', {}, openLmdb],
  ['tiered on LMDB', {}, async () => openTiered(await openLmdb())],
  [
    'memory that keeps values for 30 days',
    {},
    async () => bounded(await openMemory(), { maxTtlMs: 30 * day }),
  ],
  ['memory that loses what should be kept longer', {}, async () => bounded(await openMemory(), {})],
  ['Redis', needsRedis(), redis],
  ['tiered on Redis', needsRedis(), async () => openTiered(await redis())],
];

/** How the origin responds after this step. */
const origins = [
  'serves',
  'says 304',
  'says 503',
  'refuses',
  'is gone',
  'has moved',
  'has moved and fails',
] as const;
type OriginState = (typeof origins)[number];

type Step =
  | { kind: 'check'; client: 0 | 1 }
  | { kind: 'forget' }
  | { kind: 'purge' }
  | { kind: 'publish' }
  | { kind: 'expire' }
  | { kind: 'origin'; state: OriginState };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('check' as const), client: fc.constantFrom(0, 1) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'forget' as const,
          'forget' as const,
          'purge' as const,
          'publish' as const,
          'expire' as const,
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('origin' as const), state: fc.constantFrom(...origins) }),
    },
  ),
  { minLength: 4, maxLength: 14 },
) as fc.Arbitrary<Step[]>;

/**
 * Histories in which the store loses an expired record, and the next fetch returns a file, a 304, a failure, a 404 or a
 * redirect.
 */
const lostThen: [Step[]][] = origins.map((state) => [
  [
    { kind: 'check', client: 0 },
    { kind: 'forget' },
    { kind: 'expire' },
    { kind: 'origin', state },
    { kind: 'check', client: 0 },
    { kind: 'check', client: 1 },
    { kind: 'check', client: 0 },
  ],
]);

/** Each history has its own site. */
let sites = 0;
const elsewhere = 'https://elsewhere.example/policy.txt';

/** The site. Each version of its file disallows a different path. */
class Site {
  readonly origin = `https://site${++sites}.example`;
  version = 1;
  state: OriginState = 'serves';
  /**
   * The file version that each answer gave, or 0 for an answer without a file. The order of the answers shows which one
   * is newer.
   */
  readonly answers: number[] = [];
  readonly transport: ScriptedTransport = scripted((request) => this.#answer(request.url, request.headers));

  #answer(url: string, headers: Readonly<Record<string, string>>): ScriptedAnswer | Error {
    const isMoved = this.state.startsWith('has moved');
    if (isMoved && url === `${this.origin}/robots.txt`)
      return { status: 301, headers: { location: elsewhere } };
    if (this.state === 'refuses') return nodeError('ECONNREFUSED');
    if (this.state === 'says 503' || this.state === 'has moved and fails') return { status: 503 };
    if (this.state === 'is gone') return this.#given(0, { status: 404 });
    const etag = `"${this.version}"`;
    const isSame = this.state === 'says 304' && headers['if-none-match'] === etag;
    if (isSame) return this.#given(this.version, { status: 304, headers: { etag } });
    const body = `User-agent: *\nDisallow: /v${this.version}\n`;
    return this.#given(this.version, { headers: { etag, 'cache-control': 'max-age=3600' }, body });
  }

  #given(version: number, answer: ScriptedAnswer): ScriptedAnswer {
    this.answers.push(version);
    return answer;
  }
}

interface World {
  site: Site;
  opened: OpenedStore;
  clients: RobotsClient[];
  /** For each client, the index in `site.answers` of the newest answer that it has used; -1 for none. */
  knows: number[];
  advance(ms: number): Promise<void>;
}

function begin(opened: OpenedStore): World {
  const clock = settableClock(Date.now());
  const site = new Site();
  const lifetimes = { floorSeconds: 0, jitter: 0, refreshAhead: 0 };
  const client = (store = opened.store) =>
    createClient({ userAgent, transports: [site.transport], clock, store, lifetimes });
  return {
    site,
    opened,
    clients: [client(), client(opened.second)],
    knows: [-1, -1],
    async advance(ms) {
      clock.advance(ms);
      await opened.pass(ms);
    },
  };
}

async function play(world: World, history: readonly Step[]): Promise<void> {
  for (const step of history) {
    await world.advance(1500);
    if (step.kind === 'origin') world.site.state = step.state;
    else if (step.kind === 'publish') world.site.version += 1;
    else if (step.kind === 'expire') await world.advance(25 * hour);
    else if (step.kind === 'forget') await world.opened.store.delete(world.site.origin);
    else if (step.kind === 'purge') await purge(world);
    else await check(world, step.client);
  }
}

/** The purge mark applies to all clients, even if the store had already lost the record. */
async function purge({ opened, site, knows }: World): Promise<void> {
  await purgeRecord(opened.store, site.origin);
  knows.fill(-1);
}

async function check({ site, clients, knows }: World, who: 0 | 1): Promise<void> {
  const before = site.answers.length;
  const { outcome, body } = await clients[who]!.robots(`${site.origin}/page`);
  const isFresh = site.answers.length > before;
  if (outcome === 'unreachable') {
    expect([knows[who], isFresh]).toEqual([-1, false]);
    return;
  }
  expect(['rules', 'stale-rules', 'no-rules']).toContain(outcome);
  const version = body === undefined ? 0 : Number(/\/v(\d+)/.exec(Buffer.from(body).toString())?.[1]);
  if (body === undefined) expect(outcome).toBe('no-rules');
  const place = site.answers.lastIndexOf(version);
  // A decision after a new answer uses that answer. Any other decision uses nothing older than what this client already
  // knows.
  expect(place).toBeGreaterThanOrEqual(isFresh ? before : Math.max(0, knows[who]!));
  knows[who] = place;
}

describe.each(stores)('a store that forgets: %s', (_, needs, open) => {
  it('no history leads a client back behind what it knows', { ...needs, timeout: 600_000 }, async () => {
    const opened = await open();
    let decided = 0;
    const tried = fc.asyncProperty(steps, async (history) => {
      const world = begin(opened);
      try {
        await play(world, history);
        decided += world.knows.filter((place) => place >= 0).length;
      } finally {
        await Promise.all(world.clients.map((client) => client.close()));
      }
    });
    try {
      await fc.assert(tried, { numRuns: runs(300, 150), examples: lostThen });
    } finally {
      await opened.close();
    }
    expect(decided).toBeGreaterThan(0);
  });
});
