/**
 * Looks up the names of addresses in DNS, with limits on the time and on the number of addresses. Each address is
 * looked up once.
 */
import { addressKey } from '../identity/address.ts';
import { type NamedAddress, type NamesOf, nameText } from '../identity/names.ts';
import type { DnsResolver } from './dns-resolver.ts';

export interface LookUpOptions {
  /** Time limit per address, for both queries together. @default 3000 */
  timeoutMs?: number;
  /** Number of concurrent look-ups. @default 32 */
  concurrency?: number;
  /** Limit on the addresses looked up. Later addresses stay unknown. @default 10_000 */
  maxAddresses?: number;
}

/** A source of names with look-ups on demand. */
export interface NameLookUp {
  readonly namesOf: NamesOf;
  /** Looks up addresses. Resolves when each has an answer or has failed. Never rejects. */
  lookUp(addresses: readonly string[]): Promise<void>;
  /** Number of addresses skipped because of `maxAddresses`. */
  readonly leftOut: number;
  /** Number of addresses whose answers are ignored, because DNS gave wrong answers to queries with known answers. */
  readonly disbelieved: number;
  /** The DNS answers in the format that `readNames` accepts, without queries that got no answer. */
  answers(): Record<string, string[]>;
}

/** Limit on the names checked per address, because the owner of an address may give it a thousand names. */
const MOST_NAMES = 8;
/** After this many failed checks of DNS, the look-ups stop. */
const MOST_FAILURES = 3;
const NO_RECORD: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Forward-confirmed reverse DNS. Names without a timely answer stay unknown: they neither prove nor refute. Before and
 * after the look-ups, DNS must answer queries with known answers. If it fails or invents answers, all of its answers
 * are ignored.
 *
 * @example
 * ```ts no-run=network
 * const names = lookUpNames(systemResolver());
 * await audit(logs, { timeline: history, evidence: { namesOf: names.namesOf }, lookUp: names.lookUp });
 * ```
 */
export function lookUpNames(resolver: DnsResolver, options: LookUpOptions = {}): NameLookUp {
  const { timeoutMs = 3000, concurrency = 32, maxAddresses = 10_000 } = options;
  const known = new Map<string, LookedUp | undefined>();
  let leftOut = 0;
  let disbelieved = 0;
  let failures = 0;
  let wasSound: Promise<boolean> | undefined;
  const sound = (): Promise<boolean> => isSound(resolver, (answer) => within(answer, timeoutMs));
  async function askAll(addresses: readonly string[]): Promise<ReadonlyMap<string, LookedUp>> {
    const answers = new Map<string, LookedUp>();
    const queue = [...addresses];
    const work = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const answer = await within(namesFrom(resolver, next), timeoutMs);
        if (answer) answers.set(next, answer);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, work));
    return answers;
  }
  return {
    namesOf: (address) => known.get(address)?.names,
    get leftOut() {
      return leftOut;
    },
    get disbelieved() {
      return disbelieved;
    },
    answers() {
      return Object.fromEntries([...known.values()].flatMap((one) => one?.records ?? []));
    },
    async lookUp(addresses) {
      const asked = addresses.filter((address) => !known.has(address));
      const room = Math.max(0, maxAddresses - known.size);
      leftOut += Math.max(0, asked.length - room);
      const own = asked.slice(0, room);
      for (const address of own) known.set(address, undefined);
      if (own.length === 0) return;
      wasSound ??= sound();
      const answers = (await wasSound) ? await askAll(own) : undefined;
      // A resolver that fails repeatedly is not checked again for every batch of a long log.
      if (failures < MOST_FAILURES) wasSound = sound();
      if (answers && (await wasSound)) for (const [address, answer] of answers) known.set(address, answer);
      else disbelieved += own.length;
      if (!(await wasSound)) failures++;
    },
  };
}

interface LookedUp {
  readonly names: readonly NamedAddress[];
  readonly records: readonly (readonly [question: string, answer: string[]])[];
}

async function namesFrom(resolver: DnsResolver, address: string): Promise<LookedUp | undefined> {
  const found = await orNone(resolver.reverse(address));
  if (!found) return undefined;
  const family = address.includes(':') ? 6 : 4;
  const names = found.slice(0, MOST_NAMES).map(nameText);
  const forward = await Promise.all(names.map((name) => orNone(resolver.forward(name, family))));
  return {
    names: names.map((name, at) => ({
      name,
      isConfirmed: forward[at]?.map(addressKey).includes(address),
    })),
    records: [
      [address, names],
      ...names.flatMap((name, at): [string, string[]][] => {
        const addresses = forward[at];
        return addresses ? [[name, addresses]] : [];
      }),
    ],
  };
}

/** The error for a missing record is an answer: the record does not exist. Other errors leave the query unanswered. */
async function orNone(answer: Promise<string[]>): Promise<string[] | undefined> {
  try {
    return await answer;
  } catch (error) {
    return NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
  }
}

async function within<Value>(
  answer: Promise<Value | undefined>,
  timeoutMs: number,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Addresses and names of public resolvers. Both belong to the service and do not change. */
const CANARIES: readonly (readonly [address: string, name: string])[] = [
  ['8.8.8.8', 'dns.google'],
  ['8.8.4.4', 'dns.google'],
  ['1.1.1.1', 'one.one.one.one'],
  ['1.0.0.1', 'one.one.one.one'],
  ['9.9.9.9', 'dns9.quad9.net'],
  ['2001:4860:4860::8888', 'dns.google'],
  ['2001:4860:4860::8844', 'dns.google'],
  ['2606:4700:4700::1111', 'one.one.one.one'],
];

/** A name that does not exist (RFC 6761 §6.4). */
const NO_NAME = 'robots-exclusion-canary.invalid';

type Within = <Value>(answer: Promise<Value | undefined>) => Promise<Value | undefined>;

/** Whether every query gets the correct answer in time. */
async function isSound(resolver: DnsResolver, within: Within): Promise<boolean> {
  const answers = await Promise.all([
    ...CANARIES.map(([address, name]) => isAnswered(resolver, address, name, within)),
    isDenied(resolver, within),
  ]);
  return answers.every(Boolean);
}

async function isAnswered(
  resolver: DnsResolver,
  address: string,
  name: string,
  within: Within,
): Promise<boolean> {
  const family = address.includes(':') ? 6 : 4;
  const [names, addresses] = await Promise.all([
    within(answerOf(resolver.reverse(address))),
    within(answerOf(resolver.forward(name, family))),
  ]);
  return Boolean(names?.map(nameText).includes(name) && addresses?.map(addressKey).includes(address));
}

async function isDenied(resolver: DnsResolver, within: Within): Promise<boolean> {
  const denied = resolver.forward(NO_NAME, 4).then(
    (addresses) => addresses.length === 0,
    () => true,
  );
  return (await within(denied)) ?? false;
}

function answerOf(answer: Promise<string[]>): Promise<string[] | undefined> {
  return answer.catch(() => undefined);
}
