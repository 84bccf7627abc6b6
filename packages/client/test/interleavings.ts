/**
 * The model of overlapping attempts: up to three clients on one store, each with one attempt. Requests and responses
 * come in any order, and locks may be lost at any point. The oracle knows only the order in which the requests were
 * sent.
 */
import {
  createClient,
  createMemoryStore,
  createTieredStore,
  type Decision,
  type RobotsClient,
  type Store,
  type TransportRequest,
} from '@robots-exclusion/client';
import { lastAnswer, type OriginRecord } from '../src/policy/origin-record.ts';
import { decodeRecord } from '../src/record/codec.ts';
import { lockKey } from '../src/store/keys.ts';
import { nodeError, type ScriptedAnswer, type SettableClock, settableClock, userAgent } from './scripted.ts';

/** The ways in which an attempt ends. An unrequested 304 counts as a 200. */
export const endings = ['200', '304', '404', '503', 'timeout'] as const;

/** One attempt: how it ends, and whether it reaches the origin through a redirect from another origin. */
export interface PlannedAttempt {
  ending: (typeof endings)[number];
  isRedirected: boolean;
}

/**
 * One order of events. The first occurrence of an attempt's index sends its request, and the second one ends the
 * attempt; locks may be lost in between.
 */
export interface Interleaving {
  attempts: readonly PlannedAttempt[];
  events: readonly (number | 'lose lock')[];
  hasFirstCopy: boolean;
  isTiered: boolean;
}

const origin = 'https://example.com';
const paths = ['/a', '/b', '/c'] as const;

/** What an attempt learned: the paths that the rules disallow; empty for a 404. */
type Learnt = ReadonlySet<string>;

interface Running {
  /** The position of the request in sending order. */
  sent: number;
  learnt?: Learnt;
  answer: (answer: ScriptedAnswer | Error) => void;
  request: TransportRequest;
  done: Promise<Decision[]>;
}

interface World {
  plan: Interleaving;
  clock: SettableClock;
  store: Store;
  clients: RobotsClient[];
  running: Map<number, Running>;
  ended: Pick<Running, 'sent' | 'learnt'>[];
  sends: number;
  /** What each file states, by ETag. */
  copies: Map<string, Learnt>;
  onSend: (request: TransportRequest) => Promise<ScriptedAnswer | Error>;
}

/**
 * Plays one order of events. Throws an error that contains the order as soon as a state is older than what is already
 * known.
 */
export async function play(plan: Interleaving): Promise<void> {
  const world = await begin(plan);
  const begun = new Set<number>();
  for (const event of plan.events) {
    world.clock.advance(1500);
    if (event === 'lose lock') await world.store.delete(lockKey(origin));
    else if (begun.has(event)) await end(world, event);
    else {
      begun.add(event);
      await send(world, event);
    }
  }
  await Promise.all(world.clients.map((client) => client.close()));
}

async function begin(plan: Interleaving): Promise<World> {
  const clock = settableClock();
  const store = createMemoryStore({ clock });
  const world: World = {
    plan,
    clock,
    store,
    clients: [],
    running: new Map(),
    ended: [],
    sends: 0,
    copies: new Map(),
    onSend: () => Promise.reject(new Error('nobody expects a request')),
  };
  world.clients = plan.attempts.map(() => newClient(world));
  if (plan.hasFirstCopy) {
    world.onSend = async () => rulesOf(world, ['/a'], 'first');
    await newClient(world).check(`${origin}/`);
    world.ended.push({ sent: -1, learnt: new Set(['/a']) });
  }
  return world;
}

function newClient(world: World): RobotsClient {
  const { clock, store, plan } = world;
  const tiered = () => createTieredStore({ upper: createMemoryStore({ clock }), lower: store, clock });
  const transport = {
    schemes: ['http', 'https'],
    async send(request: TransportRequest) {
      const answer = request.url.startsWith('http:')
        ? { status: 301, headers: { location: `${origin}/robots.txt` } }
        : await world.onSend(request);
      if (answer instanceof Error) throw answer;
      const { status = 200, headers = {}, body = '' } = answer;
      return { status, headers, body: new TextEncoder().encode(body as string) };
    },
  };
  // Everything learned has expired when the next attempt begins.
  const lifetimes = { floorSeconds: 0, retryFirstSeconds: 1, retryLastSeconds: 1 };
  return createClient({
    userAgent,
    clock,
    store: plan.isTiered ? tiered() : store,
    transports: [transport],
    lifetimes,
  });
}

async function send(world: World, index: number): Promise<void> {
  const { isRedirected } = world.plan.attempts[index]!;
  // Any earlier holder must have lost the lock; otherwise, this attempt could not begin.
  await world.store.delete(lockKey(origin));
  const sent = pending<void>();
  const answer = pending<ScriptedAnswer | Error>();
  world.onSend = (request) => {
    world.running.set(index, { sent: world.sends++, answer: answer.resolve, request, done });
    sent.resolve();
    return answer.promise;
  };
  const host = isRedirected ? `http://other${index}.example` : origin;
  // Simultaneous checks share one fetch.
  const done = Promise.all(paths.map((path) => world.clients[index]!.check(`${host}${path}`)));
  await sent.promise;
}

function pending<Value>() {
  let resolve = (_: Value): void => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function end(world: World, index: number): Promise<void> {
  const running = world.running.get(index)!;
  const answer = answerOf(world, index, running);
  running.answer(answer);
  const decisions = await running.done;
  world.ended.push(running);
  await verify(world);
  if (!world.plan.attempts[index]!.isRedirected) verifyDecisions(world, decisions);
}

function answerOf(world: World, index: number, running: Running): ScriptedAnswer | Error {
  const { ending } = world.plan.attempts[index]!;
  const etag = running.request.headers['if-none-match'];
  if (ending === 'timeout') return nodeError('ETIMEDOUT');
  if (ending === '503') return { status: 503 };
  if (ending === '304' && etag !== undefined) {
    running.learnt = world.copies.get(etag)!;
    return { status: 304, headers: { etag, 'cache-control': 'max-age=0' } };
  }
  running.learnt = new Set(ending === '404' ? [] : [paths[index]!]);
  return ending === '404'
    ? { status: 404, headers: { 'cache-control': 'max-age=0' } }
    : rulesOf(world, [...running.learnt], `v${index}`);
}

function rulesOf(world: World, disallowed: string[], version: string): ScriptedAnswer {
  const etag = `"${version}"`;
  world.copies.set(etag, new Set(disallowed));
  const body = ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), ''].join('\n');
  return { headers: { etag, 'cache-control': 'max-age=0' }, body };
}

/** Among the attempts that received an answer, the answer to the one that was sent last. */
function newestLearnt({ ended }: World): Learnt | undefined {
  const learners = ended.filter(({ learnt }) => learnt !== undefined);
  return learners.toSorted((a, b) => b.sent - a.sent)[0]?.learnt;
}

async function verify(world: World): Promise<void> {
  const stored = await world.store.get(origin);
  const learnt = newestLearnt(world);
  if (stored === undefined) {
    // A redirect whose target failed creates no record for the target's origin.
    if (learnt !== undefined) fail(world, 'nothing is stored of what was learnt');
    return;
  }
  const decoded = decodeRecord(stored.value, origin);
  if (!('record' in decoded)) return fail(world, decoded.unreadable);
  const held = disallowedBy(decoded.record);
  if (learnt === undefined ? held !== undefined : !isSame(held, learnt)) {
    fail(world, `stored: ${list(held)}; learnt by the attempt sent last: ${list(learnt)}`);
  }
}

function disallowedBy(record: OriginRecord): Learnt | undefined {
  if (lastAnswer(record) === undefined) return undefined;
  const body = new TextDecoder().decode(record.good?.body);
  return new Set(paths.filter((path) => body.includes(`Disallow: ${path}`)));
}

function verifyDecisions(world: World, decisions: Decision[]): void {
  const learnt = newestLearnt(world);
  for (const { allowed, url, policyRow } of decisions) {
    const isDisallowed = learnt === undefined || learnt.has(new URL(url).pathname);
    if (allowed && isDisallowed) {
      fail(world, `${url} is allowed (${policyRow}); the attempt sent last learnt ${list(learnt)}`);
    }
  }
}

function isSame(one: Learnt | undefined, other: Learnt): boolean {
  return one !== undefined && one.size === other.size && [...one].every((path) => other.has(path));
}

function list(learnt: Learnt | undefined): string {
  return learnt === undefined ? 'nothing' : `[${[...learnt].join(' ')}]`;
}

function fail({ plan }: World, what: string): never {
  throw new Error(`${what}\n${JSON.stringify(plan)}`);
}

/** Random orders of events; the same seed gives the same orders. */
export function* interleavings(count: number, seed: number): Generator<Interleaving> {
  const below = randomBelow(seed);
  for (let made = 0; made < count; made++) {
    const attempts = Array.from({ length: 1 + below(3) }, () => ({
      ending: endings[below(endings.length)]!,
      isRedirected: below(4) === 0,
    }));
    yield {
      attempts,
      events: drawEvents(attempts.length, below),
      hasFirstCopy: below(2) === 0,
      isTiered: below(3) === 0,
    };
  }
}

function drawEvents(attempts: number, below: (bound: number) => number): (number | 'lose lock')[] {
  const left = Array.from({ length: attempts }, (_, index) => [index, index]).flat();
  const events: (number | 'lose lock')[] = [];
  while (left.length > 0) {
    if (below(4) === 0) events.push('lose lock');
    events.push(left.splice(below(left.length), 1)[0]!);
  }
  return events;
}

/** The random number generator Mulberry32. */
function randomBelow(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
