/** One question to one body: decided while scanning, without a document. */
import { type Body, toOctets } from '../bytes/body.ts';
import { RobotsDocument } from '../parse/document.ts';
import { endsUserAgentRun } from '../parse/groups.ts';
import { checkedMaxBytes, type ParseOptions, parse } from '../parse/parse.ts';
import { LineKind } from '../parse/record-kind.ts';
import { LineScanner } from '../parse/scan.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import { NO_MATCH } from '../patterns/pattern-set.ts';
import { prepareTarget, type Target, type UrlLike } from '../patterns/target.ts';
import { PATH, readTarget } from '../patterns/target-octets.ts';
import { compile } from './compile.ts';
import { tokensOf, type Who } from './crawler.ts';
import { RuleRanker } from './rule-ranker.ts';
import { Addressee, addresseeOf } from './select.ts';

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
  who: Who,
  target: string | UrlLike,
  options: ParseOptions = {},
): boolean {
  const isDocument = body instanceof RobotsDocument;
  if ((isDocument ? body.dialect : options.dialect)?.reader) {
    return compile(isDocument ? body : parse(body, options), who).allows(target);
  }
  const { octets } = isDocument ? body : toOctets(body, checkedMaxBytes(options.maxBytes));
  const contentUsageIsRule = isDocument ? body.contentUsageIsRule : (options.contentUsageIsRule ?? false);
  const tokens = tokensOf(who);
  const prepared = readOrPrepare(target);
  if (isRobotsTxt(prepared)) return true;
  const ranker = new RuleRanker(octets, prepared);
  const best = bestRank(octets, tokens, ranker, contentUsageIsRule);
  if (ranker.isOverBudget) return compile(isDocument ? body : parse(body, options), who).allows(target);
  return best === NO_MATCH || (best & 1) === 1;
}

function readOrPrepare(target: string | UrlLike): Target {
  const length = typeof target === 'string' ? readTarget(target) : 0;
  if (length === 0) return prepareTarget(target);
  const path = PATH.subarray(0, length);
  return { folded: path, plain: path };
}

/** The rank of the rule that decides; its lowest bit says whether it allows. */
function bestRank(
  octets: Uint8Array,
  tokens: readonly Uint8Array[],
  ranker: RuleRanker,
  contentUsageIsRule: boolean,
): number {
  const scanner = new LineScanner(octets);
  let ownBest = NO_MATCH;
  let starBest = NO_MATCH;
  let hasOwn = false;
  let isOwn = false;
  let isStarred = false;
  let isRunOpen = false;
  let isConcerned = false;
  // Where neither a run of user-agent records is open nor the group concerns the crawler, only the next group does.
  while (isRunOpen || isConcerned ? scanner.next() : scanner.nextLikeUserAgent()) {
    if (scanner.kind === LineKind.userAgent) {
      if (!isRunOpen) isOwn = isStarred = false;
      isRunOpen = true;
      const addressee = addresseeOf(octets, scanner.valueStart, scanner.valueEnd, tokens);
      if (addressee === Addressee.crawler) hasOwn = isOwn = true;
      else if (addressee === Addressee.everybody) isStarred = true;
      isConcerned = isOwn || (isStarred && !hasOwn);
    } else if (endsUserAgentRun(scanner.kind, contentUsageIsRule)) {
      isRunOpen = false;
      if (!isConcerned || scanner.kind === LineKind.contentUsage) continue;
      const found = ranker.rank(scanner.valueStart, scanner.valueEnd, scanner.kind === LineKind.allow);
      if (isOwn && found > ownBest) ownBest = found;
      if (isStarred && found > starBest) starBest = found;
      if (ranker.isOverBudget) break;
    }
  }
  return hasOwn ? ownBest : starBest;
}
