/** Notes about doubtful ranges in the user's input. */
import { type AgentIndex, agents, nearestTokens } from 'robots-exclusion/agents';
import { isPublishedAt, prefixText, type RangeList, type Ranges } from './ranges.ts';

export interface KnownCrawlers {
  /** Whether robots.txt, the registry or the log contains a token. */
  readonly isKnown: (token: string) => boolean;
  readonly registry?: AgentIndex | undefined;
}

/** Properties of the log that are needed to check the ranges. */
export interface RangesMet {
  /** The time of the first request, in epoch milliseconds; absent if there are no requests. */
  readonly first?: number;
  readonly last?: number;
}

/** Notes about unknown tokens in ranges, each with likely alternatives. */
export function unknownRangeNotes(ranges: Ranges, known: KnownCrawlers): string[] {
  return [...ranges.keys()].flatMap((token) => unknownToken(token, known));
}

/** Notes about prefixes that are too wide, and lists that were published too long before or after the logged requests. */
export function rangeNotes(ranges: Ranges, met: RangesMet): string[] {
  return [...ranges].flatMap(([token, lists]) => [
    ...lists.flatMap((list) => wideNotes(token, list)),
    ...timeNotes(token, lists, met),
  ]);
}

/** One name. A look-up ignores the text after a name, but the ranges of a list of names belong to nobody. */
const NAME = /^[\w. -]+$/;

function unknownToken(token: string, { isKnown, registry }: KnownCrawlers): string[] {
  const known = registry?.agents ?? agents;
  if ((NAME.test(token) && isKnown(token)) || known.some(({ operator }) => operator.toLowerCase() === token))
    return [];
  const near = nearestTokens(token, registry).map((one) => `"${one}"`);
  const hint = near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`;
  return [`Ranges are given for "${token}"${hint}, which is not a known crawler, so they verify no request`];
}

function wideNotes(token: string, { tooWide }: RangeList): string[] {
  return tooWide.map(
    (prefix) =>
      `The ranges for "${token}" contain ${prefixText(prefix)}, which is too wide to belong to one operator. It is ignored, and no request from outside the ranges is refuted.`,
  );
}

function timeNotes(token: string, lists: readonly RangeList[], { first, last }: RangesMet): string[] {
  if (first === undefined || last === undefined) return [];
  if (isPublishedAt(lists, first) && isPublishedAt(lists, last)) return [];
  const days = lists.flatMap(({ madeAt }) => (madeAt === undefined ? [] : [dayOf(madeAt)]));
  const which = (lists[0]?.madeAt ?? 0) > first ? 'newer' : 'older';
  return [
    `The ranges for "${token}" are dated ${days.join(', ')}, more than 30 days ${which} than requests from ${dayOf(first)} to ${dayOf(last)}. They can verify these requests, but refute none. Also give the list from that time.`,
  ];
}

function dayOf(time: number): string {
  return new Date(Math.min(Math.max(time, -8.64e15), 8.64e15)).toISOString().slice(0, 10);
}
