/** Published ranges of addresses, by crawler, with their publication times. */
import {
  type AgentIndex,
  type AgentProfile,
  agents,
  type IpRangesFormat,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { type Address, holdsAnonymised, isAnonymised, isIn, type Prefix, prefixOf } from './address.ts';

/** A list of prefixes as it was published at one time. */
export interface RangeList {
  readonly prefixes: readonly Prefix[];
  /** Creation time in epoch milliseconds; `undefined` if unknown, in which case the list applies to all times. */
  readonly madeAt: number | undefined;
  /** `madeAt` is the time at which a list without a creation time was first seen. */
  readonly isFirstSeen?: true;
  /**
   * The time at which the list was fetched, in epoch milliseconds. Up to that time, the operator certainly published
   * this list. Default: `madeAt`.
   */
  readonly seenAt?: number | undefined;
  /** Prefixes too wide to belong to one operator. They prove nothing. */
  readonly tooWide: readonly Prefix[];
}

/** The lists of each crawler, by product token or operator, in lower case. */
export type Ranges = ReadonlyMap<string, readonly RangeList[]>;

/** The minimum prefix lengths. No operator owns a wider block, which would confirm almost any claim. */
const LEAST_V4_BITS = 8;
const LEAST_V6_BITS = 16;

/** The text of a prefix, for reports. */
export function prefixText([base, size]: Prefix): string {
  return `${base.toString()}/${size}`;
}

/** Whether a value has the form of an operator's published list, which does not name the crawler. */
export function isPublishedList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Array.isArray((value as Listed).prefixes);
}

/**
 * Ranges from JSON: an object whose keys are product tokens or operators' names. The ranges of an operator apply to all
 * of its crawlers. A value is a list of prefixes; an operator's published list, which has `prefixes` with `ipv4Prefix`
 * and `ipv6Prefix` and a creation time; or several of these lists from different times.
 *
 * @throws {TypeError} If the value has another shape.
 * @throws {RangeError} If a text is not a prefix.
 * @example
 * ```ts
 * const ranges = readRanges({ GPTBot: ['192.0.2.0/24'] });
 * ranges.has('gptbot'); // true
 * ```
 */
export function readRanges(value: unknown): Ranges {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(
      'Cannot read ranges: expected an object that maps product tokens to lists of prefixes',
    );
  }
  if (isPublishedList(value)) {
    throw new TypeError(
      'Cannot tell whose ranges these are: expected a product token before the list, such as { "GPTBot": { "prefixes": … } }',
    );
  }
  return joinedRanges(
    Object.entries(value).map(([name, list]) => new Map([[rangeKey(name), listsIn(list, name)]])),
  );
}

/**
 * The key of a crawler's or an operator's ranges. A name is resolved as for other questions: `GPTBot/1.3` and `GPTBot*`
 * are GPTBot.
 */
export function rangeKey(name: string): string {
  const own = name.trim().toLowerCase();
  if (agents.some(({ token, operator }) => token.toLowerCase() === own || operator.toLowerCase() === own))
    return own;
  const { known, tokens } = resolveCrawler(`${name.trim()} ()`);
  const isOne = tokens.length <= 1 && !name.includes(',');
  return known && isOne ? known.token.toLowerCase() : own;
}

/** Merges the ranges of several sources. A crawler that is in several sources gets the lists of all of them. */
export function joinedRanges(sources: readonly Ranges[]): Ranges {
  const joined = new Map<string, readonly RangeList[]>();
  for (const source of sources) {
    for (const [token, lists] of source) joined.set(token, [...(joined.get(token) ?? []), ...lists]);
  }
  return joined;
}

function listsIn(value: unknown, token: string): readonly RangeList[] {
  const isSeveral = Array.isArray(value) && value.length > 0 && value.every(isPublishedList);
  return isSeveral ? value.map((one: unknown) => readRangeList(one, token)) : [readRangeList(value, token)];
}

/** An operator's published list. Operators use different names for the creation time. */
interface Listed {
  readonly prefixes?: unknown;
  readonly creationTime?: unknown;
  readonly createDate?: unknown;
  /** When the list was fetched; first, if it names no creation time. Only this project writes these members. */
  readonly seenAt?: unknown;
  readonly firstSeenAt?: unknown;
}

/** @throws {TypeError} If `value` contains no list of prefixes. @throws {RangeError} If a text is not a prefix. */
export function readRangeList(value: unknown, name: string, seenAt?: number): RangeList {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const list: unknown = isObject && 'prefixes' in value ? value.prefixes : value;
  const items: unknown = typeof list === 'string' ? [list] : list;
  if (!Array.isArray(items)) {
    throw new TypeError(`Cannot read the ranges of ${JSON.stringify(name)}: expected a list of prefixes`);
  }
  const prefixes = items.map((item: unknown) => prefixOf(prefixIn(item, name)));
  const listed: Listed = isObject ? (value as Listed) : {};
  const made = madeAt(listed);
  const first = made === undefined ? timeOf(listed.firstSeenAt) : undefined;
  return {
    ...rangeList(prefixes, made ?? first, timeOf(listed.seenAt) ?? seenAt),
    ...(first !== undefined && { isFirstSeen: true }),
  };
}

function rangeList(prefixes: readonly Prefix[], made: number | undefined, seenAt?: number): RangeList {
  return {
    prefixes: prefixes.filter((prefix) => !isTooWide(prefix)),
    tooWide: prefixes.filter(isTooWide),
    madeAt: made,
    ...(seenAt !== undefined && { seenAt }),
  };
}

function timeOf(text: unknown): number | undefined {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function isTooWide([base, size]: Prefix): boolean {
  return size < (base.kind() === 'ipv4' ? LEAST_V4_BITS : LEAST_V6_BITS);
}

/** The creation time of a list. Google, OpenAI and others write `2026-11-20T15:00:00.000000`, implicitly in UTC. */
function madeAt({ creationTime, createDate }: Listed): number | undefined {
  const text = creationTime ?? createDate;
  if (typeof text !== 'string') return undefined;
  const [, day, clock = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T -](\d{2}[:-]\d{2}[:-]\d{2}))?/.exec(text) ?? [];
  const time = Date.parse(`${day}T${clock.replaceAll('-', ':')}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function prefixIn(item: unknown, name: string): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'object' && item !== null) {
    for (const key of ['ipv4Prefix', 'ipv6Prefix', 'prefix', 'ip_prefix', 'ipv6_prefix']) {
      const text = (item as Record<string, unknown>)[key];
      if (typeof text === 'string') return text;
    }
  }
  throw new TypeError(
    `Cannot read the ranges of ${JSON.stringify(name)}: ${JSON.stringify(item)} is not a prefix`,
  );
}

/**
 * Reads a list in its operator's published format.
 *
 * @param format - The format in the profile's `verification`. `json` and `page` only mean that people can read the
 * list.
 * @param seenAt - When the list was fetched, in epoch milliseconds.
 * @throws {Error} If the list does not have that format.
 */
export function readPublishedList(
  text: string,
  format: IpRangesFormat,
  name: string,
  seenAt?: number,
): RangeList {
  if (format === 'prefixes' || format === 'jafar') return readRangeList(JSON.parse(text), name, seenAt);
  if (format === 'page' || format === 'json') {
    throw new TypeError(
      `Cannot read the ranges of ${JSON.stringify(name)}: the list is not in a published format`,
    );
  }
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*$/s, '').trim());
  const blocks = lines.map((line) =>
    format === 'geofeed' ? (line.split(',', 1)[0] as string).trim() : line,
  );
  const prefixes = blocks.filter((block) => block !== '').map(prefixOf);
  return rangeList(prefixes, undefined, seenAt);
}

/**
 * The lists that apply to a crawler: those given for its token, for its operator, or for another crawler that publishes
 * the same list. `undefined` if there are none.
 */
export function rangesFor(
  ranges: Ranges,
  token: string,
  profile: AgentProfile | undefined,
  registry?: AgentIndex,
): readonly RangeList[] | undefined {
  if (!profile) return ranges.get(token.toLowerCase());
  const known = found.get(ranges) ?? new Map<AgentProfile, readonly RangeList[] | undefined>();
  found.set(ranges, known);
  if (!known.has(profile)) known.set(profile, lookedUp(ranges, token, profile, registry));
  return known.get(profile);
}

/**
 * A cache of the lists found. Searching all crawlers takes tens of microseconds, and every address would require a
 * search.
 */
const found = new WeakMap<Ranges, Map<AgentProfile, readonly RangeList[] | undefined>>();

function lookedUp(
  ranges: Ranges,
  token: string,
  profile: AgentProfile,
  registry: AgentIndex | undefined,
): readonly RangeList[] | undefined {
  const own = ranges.get(token.toLowerCase()) ?? ranges.get(profile.operator.toLowerCase());
  if (own) return own;
  const urls = new Set(listsOf(profile));
  const alike = (registry?.agents ?? agents).find(
    (other) => ranges.has(other.token.toLowerCase()) && listsOf(other).some((url) => urls.has(url)),
  );
  return alike && ranges.get(alike.token.toLowerCase());
}

/** The URLs at which a crawler's lists are published. */
export function listsOf({ verification }: AgentProfile): string[] {
  return verification.flatMap((way) => (way.kind === 'ip-ranges' ? [way.url] : []));
}

/** The prefix that contains the address, or the whole block of an anonymized address. */
export function prefixWith(prefixes: readonly Prefix[], address: Address): Prefix | undefined {
  const holds = isAnonymised(address) ? holdsAnonymised : isIn;
  return prefixes.find((prefix) => holds(address, prefix));
}

/**
 * The period before its creation, and after its last fetch, in which a list can still refute a claim. Operators
 * announce new blocks within days.
 */
const HOLDS_MS = 30 * 24 * 60 * 60 * 1000;

/** The lists nearest to `time`, and whether they are near enough to refute a claim. */
export function listsAt(
  lists: readonly RangeList[],
  time: number | undefined,
): { readonly lists: readonly RangeList[]; readonly isOfThatTime: boolean } {
  const dated = lists.filter((list) => list.madeAt !== undefined);
  const always = lists.filter((list) => list.madeAt === undefined);
  if (dated.length === 0 || time === undefined) return { lists, isOfThatTime: true };
  const least = Math.min(...dated.map((list) => distance(list, time)));
  const nearest = dated.filter((list) => distance(list, time) === least);
  return { lists: [...always, ...nearest], isOfThatTime: least <= HOLDS_MS };
}

/** The ranges as JSON that `readRanges` accepts. */
export function rangesJson(ranges: Ranges): Record<string, unknown> {
  return Object.fromEntries(
    [...ranges].map(([token, lists]) => [
      token,
      lists.map(({ prefixes, tooWide, madeAt: made, isFirstSeen, seenAt }) => ({
        ...(made !== undefined && {
          [isFirstSeen ? 'firstSeenAt' : 'creationTime']: new Date(made).toISOString(),
        }),
        ...(seenAt !== undefined && { seenAt: new Date(seenAt).toISOString() }),
        prefixes: [...prefixes, ...tooWide].map(prefixText),
      })),
    ]),
  );
}

/** Whether one of the lists can refute a claim at `time`, in epoch milliseconds. */
export function isPublishedAt(lists: readonly RangeList[], time: number): boolean {
  return listsAt(lists, time).isOfThatTime;
}

/** Milliseconds between `time` and the period in which the list was certainly published. */
function distance({ madeAt: made = 0, seenAt = made }: RangeList, time: number): number {
  return Math.max(0, made - time, time - Math.max(seenAt, made));
}
