/** Lists of addresses over time: kept, chosen by day, compared, and written as JAFAR. */
import { addressOf } from './address.ts';
import { listsAt, prefixText, prefixWith, type RangeList } from './ranges.ts';

/** A list as an operator publishes it (draft-illyes-webbotauth-jafar-00). */
export interface Jafar {
  /** ISO 8601, in UTC. */
  readonly creationTime: string;
  readonly prefixes: readonly ({ readonly ipv4Prefix: string } | { readonly ipv6Prefix: string })[];
}

/**
 * Adds a fetched list to those that were kept. One with the same blocks as the newest shows that they were still
 * published. A list that does not say when it was made is kept from when it was first seen.
 *
 * @param lists Oldest first.
 */
export function withList(lists: readonly RangeList[], fetched: RangeList): readonly RangeList[] {
  const last = lists.at(-1);
  const { madeAt, seenAt = madeAt } = fetched;
  if (last && textsOf([last]).join() === textsOf([fetched]).join())
    return [...lists.slice(0, -1), { ...last, seenAt }];
  const isFirstSeen = madeAt === undefined && seenAt !== undefined;
  return [...lists, { ...fetched, ...(isFirstSeen && { madeAt: seenAt, isFirstSeen }) }];
}

/**
 * The block of the lists that holds the address; `null` if none does; `undefined` if that is unknown, because there is
 * no list, or because a list has a block that is too wide to be one crawler's.
 *
 * @throws {RangeError} If the text is not an address.
 * @example
 * ```ts
 * const ranges = readRanges({ GPTBot: ['192.0.2.0/24'] });
 * blockOf(ranges.get('gptbot') ?? [], '192.0.2.7'); // '192.0.2.0/24'
 * ```
 */
export function blockOf(lists: readonly RangeList[], ip: string): string | null | undefined {
  const address = addressOf(ip);
  if (!address)
    throw new RangeError(
      `Cannot look for ${JSON.stringify(ip.slice(0, 100))}: expected an IPv4 or IPv6 address`,
    );
  if (lists.length === 0) return undefined;
  const found = lists.map(({ prefixes }) => prefixWith(prefixes, address)).find((prefix) => prefix);
  if (found) return prefixText(found);
  return lists.some(({ tooWide }) => tooWide.length > 0) ? undefined : null;
}

/**
 * The lists of a day: of those that say when they were made, the nearest, if it is from within 30 days. Without a day,
 * the newest. Empty if there are none.
 *
 * @param day ISO 8601, in UTC.
 */
export function listsOfDay(lists: readonly RangeList[], day?: string): readonly RangeList[] {
  const time = day === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(`${day}T12:00:00Z`);
  const known = day === undefined ? lists : lists.filter(({ madeAt }) => madeAt !== undefined);
  const near = listsAt(known, time);
  if (day !== undefined && !near.isOfThatTime) return [];
  // A list replaces the one before it, even if both were seen later.
  const latest = Math.max(...near.lists.map(({ madeAt = 0 }) => (madeAt <= time ? madeAt : 0)));
  return near.lists.filter(({ madeAt }) => latest === 0 || madeAt === undefined || madeAt === latest);
}

/** The blocks that only one of two days has, each sorted. */
export function comparedLists(
  before: readonly RangeList[],
  after: readonly RangeList[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const [old, young] = [textsOf(before), textsOf(after)];
  const [wasIn, isIn] = [new Set(old), new Set(young)];
  return { added: young.filter((one) => !wasIn.has(one)), removed: old.filter((one) => !isIn.has(one)) };
}

/** The lists as one list that an operator can publish. */
export function jafarOf(lists: readonly RangeList[], now: number): Jafar {
  const made = Math.max(...lists.map(({ madeAt, seenAt }) => madeAt ?? seenAt ?? now));
  return {
    creationTime: new Date(lists.length > 0 ? made : now).toISOString(),
    prefixes: textsOf(lists).map((text) =>
      text.includes(':') ? { ipv6Prefix: text } : { ipv4Prefix: text },
    ),
  };
}

/** The blocks of the lists, each once and sorted. */
export function textsOf(lists: readonly RangeList[]): readonly string[] {
  return [
    ...new Set(lists.flatMap(({ prefixes, tooWide }) => [...prefixes, ...tooWide].map(prefixText))),
  ].sort();
}
