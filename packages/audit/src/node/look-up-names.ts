/** Names of addresses from DNS: bounded in time and number, each asked once. */
import { Resolver } from 'node:dns/promises';
import { addressKey } from '../identity/address.ts';
import { type NamedAddress, type NamesOf, nameText } from '../identity/names.ts';

/** What is asked of DNS. Both reject with a `code`; `ENOTFOUND` and `ENODATA` mean that there is none. */
export interface DnsResolver {
  /** Names of an address. */
  reverse(address: string): Promise<string[]>;
  /** Addresses of a name, at least those of this family: 4 for IPv4, 6 for IPv6. */
  forward(name: string, family: 4 | 6): Promise<string[]>;
}

/** Bounds of the look-ups. */
export interface LookUpOptions {
  /** For one address, both questions together. @default 3000 */
  timeoutMs?: number;
  /** At the same time. @default 32 */
  concurrency?: number;
  /** Addresses that are asked about at all; those after it stay unknown. @default 10_000 */
  maxAddresses?: number;
}

/** A source of names that asks on request. */
export interface NameLookUp {
  readonly namesOf: NamesOf;
  /** Asks about addresses; resolves when each has an answer, or none will come. Never rejects. */
  lookUp(addresses: readonly string[]): Promise<void>;
  /** Addresses that were left out because there were too many. */
  readonly leftOut: number;
}

/** Names of one address that are checked: whoever owns an address may give it a thousand. */
const MOST_NAMES = 8;
const NO_RECORD: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Forward-confirmed reverse DNS. What DNS does not answer in time stays unknown, and proves and refutes nothing.
 *
 * @example
 * ```ts no-run
 * const names = lookUpNames(systemResolver());
 * await audit(logs, { timeline: history, evidence: { namesOf: names.namesOf }, lookUp: names.lookUp });
 * ```
 */
export function lookUpNames(resolver: DnsResolver, options: LookUpOptions = {}): NameLookUp {
  const { timeoutMs = 3000, concurrency = 32, maxAddresses = 10_000 } = options;
  const known = new Map<string, readonly NamedAddress[] | undefined>();
  let leftOut = 0;
  async function ask(address: string): Promise<void> {
    known.set(address, await within(namesFrom(resolver, address), timeoutMs));
  }
  return {
    namesOf: (address) => known.get(address),
    get leftOut() {
      return leftOut;
    },
    async lookUp(addresses) {
      const asked = addresses.filter((address) => !known.has(address));
      const room = Math.max(0, maxAddresses - known.size);
      leftOut += Math.max(0, asked.length - room);
      const queue = asked.slice(0, room);
      for (const address of queue) known.set(address, undefined);
      const work = async (): Promise<void> => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) await ask(next);
      };
      await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, work));
    },
  };
}

async function namesFrom(
  resolver: DnsResolver,
  address: string,
): Promise<readonly NamedAddress[] | undefined> {
  const names = await orNone(resolver.reverse(address));
  if (!names) return undefined;
  const family = address.includes(':') ? 6 : 4;
  return Promise.all(
    names.slice(0, MOST_NAMES).map(async (name) => {
      const addresses = await orNone(resolver.forward(name, family));
      return { name: nameText(name), isConfirmed: addresses?.map(addressKey).includes(address) };
    }),
  );
}

/** No record is an answer; any other failure is none. */
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

/** The resolvers that the system is set up with. */
export function systemResolver(): DnsResolver {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  return {
    reverse: (address) => resolver.reverse(address),
    // Only the family of the address can confirm it, and only its failure leaves it unknown.
    forward: (name, family) => (family === 6 ? resolver.resolve6(name) : resolver.resolve4(name)),
  };
}
