/** One question to one body: decided while scanning, without a document. */
import { type Body, toOctets } from '../bytes/body.ts';
import { RobotsDocument } from '../parse/document.ts';
import { endsUserAgentRun } from '../parse/groups.ts';
import { checkedMaxBytes, type ParseOptions } from '../parse/parse.ts';
import { LineKind } from '../parse/record-kind.ts';
import { LineScanner } from '../parse/scan.ts';
import { isRobotsTxt, matches } from '../patterns/match.ts';
import { parsePattern } from '../patterns/pattern.ts';
import { prepareTarget, type Target, type UrlLike } from '../patterns/target.ts';
import { tokensOf, type Who } from './crawler.ts';
import { rank } from './rule.ts';
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
  const { octets } = isDocument ? body : toOctets(body, checkedMaxBytes(options.maxBytes));
  const contentUsageIsRule = isDocument ? body.contentUsageIsRule : (options.contentUsageIsRule ?? false);
  const tokens = tokensOf(who);
  const prepared = prepareTarget(target);
  return isRobotsTxt(prepared) || bestRank(octets, tokens, prepared, contentUsageIsRule) % 2 === 1;
}

/** What no rule at all amounts to: odd, as an allow rule's rank, and below each of them. */
const NO_RULE = 1;

/** The rank of the rule that decides; its lowest bit says whether it allows. */
function bestRank(
  octets: Uint8Array,
  tokens: readonly Uint8Array[],
  target: Target,
  contentUsageIsRule: boolean,
): number {
  const scanner = new LineScanner(octets);
  let ownBest = NO_RULE;
  let starBest = NO_RULE;
  let hasOwn = false;
  let isOwn = false;
  let isStarred = false;
  let isRunOpen = false;
  while (scanner.next()) {
    if (scanner.kind === LineKind.userAgent) {
      if (!isRunOpen) isOwn = isStarred = false;
      isRunOpen = true;
      const addressee = addresseeOf(octets, scanner.valueStart, scanner.valueEnd, tokens);
      if (addressee === Addressee.crawler) hasOwn = isOwn = true;
      else if (addressee === Addressee.everybody) isStarred = true;
    } else if (endsUserAgentRun(scanner.kind, contentUsageIsRule)) {
      isRunOpen = false;
      if (!(isOwn || (isStarred && !hasOwn)) || scanner.kind === LineKind.contentUsage) continue;
      const found = rankIfMatching(octets, scanner, target);
      if (isOwn && found > ownBest) ownBest = found;
      if (isStarred && found > starBest) starBest = found;
    }
  }
  return hasOwn ? ownBest : starBest;
}

function rankIfMatching(octets: Uint8Array, scanner: LineScanner, target: Target): number {
  const pattern = parsePattern(octets, scanner.valueStart, scanner.valueEnd);
  return pattern && matches(pattern, target) ? rank(scanner.kind === LineKind.allow, pattern.octets) : 0;
}
