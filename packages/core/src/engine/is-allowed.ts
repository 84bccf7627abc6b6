/** One question to one body: decided while scanning, without a document. */
import { type Body, byteOrderMarkLength, toOctets } from '../bytes/body.ts';
import { RobotsDocument } from '../parse/document.ts';
import { endsUserAgentRun } from '../parse/groups.ts';
import * as LineKind from '../parse/line-kind.ts';
import { blocksOf } from '../parse/octet-blocks.ts';
import { checkedMaxBytes, type ParseOptions, parse } from '../parse/parse.ts';
import { endOfLine, endOfValue, headAt, pastBlank, pastWhiteSpace, trimmedEnd } from '../parse/scan.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { isRobotsTxtRead, PATH, readTarget } from '../patterns/target-octets.ts';
import { tokensOf } from '../rules/crawler.ts';
import { type Crawler, isProfile } from '../rules/crawler-profile.ts';
import { allowsAt, NO_MATCH } from '../rules/rule.ts';
import { RuleRanker } from '../rules/rule-ranker.ts';
import { addresseeOf, CRAWLER, EVERYBODY } from '../rules/select.ts';
import { compile } from './compile.ts';

/**
 * Whether the crawler may fetch `target`: the same answer as `compile(parse(body), who).allows(target)`, for those
 * who ask once.
 *
 * @throws {TypeError} If an argument is not of its type, or `target` no absolute URL or path.
 * @throws {RangeError} If `options.maxBytes` is out of range.
 * @example
 * ```ts
 * isAllowed('User-agent: *\nDisallow: /x\n', 'FooBot', 'https://example.com/x'); // false
 * ```
 */
export function isAllowed(
  body: Body | RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
  options: ParseOptions = {},
): boolean {
  const isDocument = body instanceof RobotsDocument;
  if (isProfile(who) || (isDocument ? body.dialect : options.dialect)?.reader) {
    return compile(isDocument ? body : parse(body, options), who).allows(target);
  }
  const { octets } = isDocument ? body : toOctets(body, checkedMaxBytes(options.maxBytes));
  const contentUsageIsRule = isDocument ? body.contentUsageIsRule : (options.contentUsageIsRule ?? false);
  const rank = rankOf(octets, tokensOf(who), target, contentUsageIsRule);
  if (rank === undefined) return compile(isDocument ? body : parse(body, options), who).allows(target);
  return allowsAt(rank);
}

/** The rank of the rule that decides, {@link NO_MATCH} without one; `undefined` if it had better be compiled. */
function rankOf(
  octets: Uint8Array,
  tokens: readonly Uint8Array[],
  target: string | UrlLike,
  contentUsageIsRule: boolean,
): number | undefined {
  const length = typeof target === 'string' ? readTarget(target) : 0;
  if (length > 0) {
    if (isRobotsTxtRead(length)) return NO_MATCH;
    return bestRank(octets, tokens, new RuleRanker(octets, PATH, length, 'folded'), contentUsageIsRule);
  }
  const prepared = prepareTarget(target);
  if (isRobotsTxt(prepared)) return NO_MATCH;
  const { folded, plain } = prepared;
  const ranker = new RuleRanker(octets, folded, folded.length, 'folded');
  const rank = bestRank(octets, tokens, ranker, contentUsageIsRule);
  if (plain === folded || rank === undefined) return rank;
  const plainRanker = new RuleRanker(octets, plain, plain.length, 'plain');
  const plainRank = bestRank(octets, tokens, plainRanker, contentUsageIsRule);
  return plainRank && Math.max(rank, plainRank);
}

/** Letters that begin the names of the records that matter: a bit for each, by its five lowest bits. */
const USER_AGENT = letterBits('u');
const GROUP = letterBits('uad');
const GROUP_WITH_CONTENT_USAGE = letterBits('uadc');

function letterBits(letters: string): number {
  let bits = 0;
  for (const letter of letters) bits |= 1 << (letter.charCodeAt(0) & 31);
  return bits;
}

/** The rank of the rule that decides; its lowest bit says whether it allows. */
function bestRank(
  octets: Uint8Array,
  tokens: readonly Uint8Array[],
  ranker: RuleRanker,
  contentUsageIsRule: boolean,
): number | undefined {
  const blocks = blocksOf(octets);
  const { length } = octets;
  const letters = contentUsageIsRule ? GROUP_WITH_CONTENT_USAGE : GROUP;
  let ownBest = NO_MATCH;
  let starBest = NO_MATCH;
  let hasOwn = false;
  let isOwn = false;
  let isStarred = false;
  let isRunOpen = false;
  let isConcerned = false;
  for (let at = byteOrderMarkLength(octets); ; at = endOfLine(octets, blocks, at) + 1) {
    at = pastBlank(octets, at);
    if (at >= length) return hasOwn ? ownBest : starBest;
    // Where neither a run of user-agent records is open nor the group concerns the crawler, only the next group does.
    const wanted = isRunOpen || isConcerned ? letters : USER_AGENT;
    if (((wanted >>> ((octets[at] as number) & 31)) & 1) === 0) continue;
    const head = headAt(octets, blocks, at);
    const kind = (head & LineKind.MASK) as LineKind.Any;
    at = pastWhiteSpace(octets, at + (head >>> LineKind.BITS));
    const isRule = kind === LineKind.disallow || kind === LineKind.allow;
    if (endsUserAgentRun(kind, contentUsageIsRule)) isRunOpen = false;
    if (isRule ? !isConcerned || ranker.differsAt(at) : kind !== LineKind.userAgent) continue;
    const end = endOfValue(octets, blocks, at);
    if (isRule) {
      const found = ranker.rank(at, trimmedEnd(octets, at, end), kind === LineKind.allow);
      if (isOwn && found > ownBest) ownBest = found;
      if (isStarred && found > starBest) starBest = found;
      if (ranker.isOverBudget) return undefined;
      continue;
    }
    if (!isRunOpen) isOwn = isStarred = false;
    isRunOpen = true;
    const addressee = addresseeOf(octets, at, end, tokens);
    if (addressee === CRAWLER) hasOwn = isOwn = true;
    else if (addressee === EVERYBODY) isStarred = true;
    isConcerned = isOwn || (isStarred && !hasOwn);
  }
}
