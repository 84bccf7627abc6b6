/** Published ranges of addresses, by crawler. */
import { type AgentIndex, type AgentProfile, agents, type IpRangesFormat } from 'robots-exclusion/agents';
import { type Address, holdsAnonymised, isAnonymised, isIn, type Prefix, prefixOf } from './address.ts';

/** Prefixes of each crawler: by product token in lower case. */
export type Ranges = ReadonlyMap<string, readonly Prefix[]>;

/** The text of a prefix, as a report shows it. */
export function prefixText([base, size]: Prefix): string {
  return `${base.toString()}/${size}`;
}

/**
 * Ranges from JSON: an object whose keys are product tokens, or names of operators for all of their crawlers. A value is
 * a list of prefixes, or a list as operators publish it, with `prefixes` of `ipv4Prefix` and `ipv6Prefix`.
 *
 * @throws {TypeError} If it has another shape.
 * @throws {RangeError} If a prefix is not one.
 * @example
 * ```ts
 * const ranges = readRanges({ GPTBot: ['192.0.2.0/24'] });
 * ranges.has('gptbot'); // true
 * ```
 */
export function readRanges(value: unknown): Ranges {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('Cannot read ranges: expected an object from product tokens to lists of prefixes');
  }
  return new Map(
    Object.entries(value).map(([token, list]) => [token.toLowerCase(), readPrefixes(list, token)]),
  );
}

/** @throws {TypeError} If it is not a list. @throws {RangeError} If a prefix is not one. */
export function readPrefixes(value: unknown, name: string): readonly Prefix[] {
  const list: unknown =
    typeof value === 'object' && value !== null && 'prefixes' in value ? value.prefixes : value;
  if (typeof list === 'string') return [prefixOf(list)];
  if (!Array.isArray(list)) {
    throw new TypeError(`Cannot read the ranges of ${JSON.stringify(name)}: expected a list of prefixes`);
  }
  return list.map((item: unknown) => prefixOf(prefixIn(item, name)));
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
 * The prefixes in a list as an operator publishes it.
 *
 * @param format - As a profile's `verification` says. Of `json` and `page` nothing is known but that people read them.
 * @throws {Error} If the list is not of that format.
 */
export function readPublishedList(text: string, format: IpRangesFormat, name: string): readonly Prefix[] {
  if (format === 'prefixes' || format === 'jafar') return readPrefixes(JSON.parse(text), name);
  if (format === 'page' || format === 'json') {
    throw new TypeError(
      `Cannot read the ranges of ${JSON.stringify(name)}: the list is not of a published format`,
    );
  }
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*$/, '').trim());
  const blocks = lines.map((line) =>
    format === 'geofeed' ? (line.split(',', 1)[0] as string).trim() : line,
  );
  return blocks.filter((block) => block !== '').map(prefixOf);
}

/**
 * The prefixes that hold for a crawler: those under its token, under its operator's name, and those of crawlers that
 * publish the same list. `undefined` where nothing is known.
 */
export function rangesFor(
  ranges: Ranges,
  token: string,
  profile: AgentProfile | undefined,
  registry?: AgentIndex,
): readonly Prefix[] | undefined {
  if (!profile) return ranges.get(token.toLowerCase());
  const known = found.get(ranges) ?? new Map<AgentProfile, readonly Prefix[] | undefined>();
  found.set(ranges, known);
  if (!known.has(profile)) known.set(profile, lookedUp(ranges, token, profile, registry));
  return known.get(profile);
}

/** To look through all crawlers costs tens of microseconds, and every address asks. */
const found = new WeakMap<Ranges, Map<AgentProfile, readonly Prefix[] | undefined>>();

function lookedUp(
  ranges: Ranges,
  token: string,
  profile: AgentProfile,
  registry: AgentIndex | undefined,
): readonly Prefix[] | undefined {
  const own = ranges.get(token.toLowerCase()) ?? ranges.get(profile.operator.toLowerCase());
  if (own) return own;
  const lists = new Set(listsOf(profile));
  const alike = (registry?.agents ?? agents).filter(
    (other) => ranges.has(other.token.toLowerCase()) && listsOf(other).some((url) => lists.has(url)),
  );
  return alike.length === 0
    ? undefined
    : alike.flatMap((other) => ranges.get(other.token.toLowerCase()) ?? []);
}

function listsOf({ verification }: AgentProfile): string[] {
  return verification.flatMap((way) => (way.kind === 'ip-ranges' ? [way.url] : []));
}

/** The prefix that holds the address; of an anonymised one, its whole block. */
export function prefixWith(prefixes: readonly Prefix[], address: Address): Prefix | undefined {
  const holds = isAnonymised(address) ? holdsAnonymised : isIn;
  return prefixes.find((prefix) => holds(address, prefix));
}
