/** Answers one query about one body by scanning it; compiles only if scanning takes too long. */
import { type Body, toOctets } from '../bytes/body.ts';
import { RobotsDocument } from '../parse/document.ts';
import { checkedMaxBytes, type ParseOptions, parse, requireOptions } from '../parse/parse.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { isRobotsTxtRead, lastRead, readTarget } from '../patterns/target-octets.ts';
import { tokensOf } from '../rules/crawler.ts';
import { type Crawler, isProfile } from '../rules/crawler-profile.ts';
import { allowsAt, NO_MATCH } from '../rules/rule.ts';
import { type BodyQuestion, bestInBody } from '../rules/scan-body.ts';
import { compile } from './compile.ts';

/**
 * Whether the crawler may fetch `target`. Gives the same verdict as `compile(parse(body), who).allows(target)`, and is
 * faster for a single query.
 *
 * @throws {TypeError} If an argument has the wrong type, or `target` is neither an absolute URL nor a path.
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
  requireOptions(options);
  const isDocument = body instanceof RobotsDocument;
  if (!isProfile(who) && !(isDocument ? body.dialect : options.dialect)?.reader) {
    const { octets } = isDocument ? body : toOctets(body, checkedMaxBytes(options.maxBytes));
    const contentUsageIsRule = isDocument ? body.contentUsageIsRule : (options.contentUsageIsRule ?? false);
    const rank = rankOf({ octets, tokens: tokensOf(who), contentUsageIsRule }, target);
    if (rank !== undefined) return allowsAt(rank);
  }
  return compile(isDocument ? body : parse(body, options), who).allows(target);
}

function rankOf(question: BodyQuestion, target: string | UrlLike): number | undefined {
  const length = typeof target === 'string' ? readTarget(target) : 0;
  if (length > 0) {
    if (isRobotsTxtRead(length)) return NO_MATCH;
    const { path } = lastRead;
    return bestInBody(question, { folded: path, plain: path }, length)?.rule.rank;
  }
  const prepared = prepareTarget(target);
  return isRobotsTxt(prepared) ? NO_MATCH : bestInBody(question, prepared)?.rule.rank;
}
