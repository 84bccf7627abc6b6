/**
 * `parse` and `isAllowed` in a few kilobytes, for browser extensions and edge functions. They give the same verdicts as
 * `robots-exclusion`, but do not compile rule sets. If a query about a hostile file takes more steps than allowed, the
 * result is *undecided*, and the target is not allowed.
 *
 * @module
 */
import { type Body, type Encoding, toOctets } from './bytes/body.ts';
import type { RobotsDocument } from './parse/document.ts';
import { checkedMaxBytes, type ParseOptions, requireOptions } from './parse/parse.ts';
import type { LineSource } from './parse/records.ts';
import { isRobotsTxt } from './patterns/match.ts';
import { prepareTarget, type UrlLike } from './patterns/target.ts';
import { tokensOf } from './rules/crawler.ts';
import type { Crawler, CrawlerProfile } from './rules/crawler-profile.ts';
import { engineOf } from './rules/matcher.ts';
import { allowsAt } from './rules/rule.ts';
import { bestInBody, hasGroupOf } from './rules/scan-body.ts';

export type { Body } from './bytes/body.ts';
export { DEFAULT_MAX_BYTES } from './parse/limits.ts';
export { type ParseOptions, parse } from './parse/parse.ts';
export type { UrlLike } from './patterns/target.ts';
export type { Who } from './rules/crawler.ts';
export type { Crawler, CrawlerProfile } from './rules/crawler-profile.ts';
export type { RobotsDocument };

/** Options for reading a body, and the number of steps that a query may take. */
export interface LiteOptions extends ParseOptions {
  /**
   * The number of steps that the query may take, a few nanoseconds each. Ordinary files take fewer than two per octet.
   *
   * @default {20_000_000}
   */
  maxSteps?: number;
}

/** The answer to one query. */
export interface LiteAnswer {
  /** Whether the target is allowed; false if undecided. */
  readonly allowed: boolean;
  /** Whether the query would have needed more than `maxSteps` steps. */
  readonly isUndecided: boolean;
}

const MOST_STEPS = 20_000_000;

/**
 * Whether the crawler may fetch `target` (RFC 9309 §2.2); false if {@link ask} is undecided.
 *
 * @throws {TypeError} If an argument has the wrong type, or `target` is neither an absolute URL nor a path.
 * @throws {RangeError} If `options.maxBytes` is out of range.
 * @example
 * ```ts
 * import { isAllowed } from 'robots-exclusion/lite';
 *
 * isAllowed('User-agent: *\nDisallow: /x\n', 'FooBot', 'https://example.com/x'); // false
 * ```
 */
export function isAllowed(
  body: Body | RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
  options?: LiteOptions,
): boolean {
  return ask(body, who, target, options).allowed;
}

/**
 * Whether the crawler may fetch `target`, and whether the answer is undecided.
 *
 * @throws {TypeError} If an argument has the wrong type, or `target` is neither an absolute URL nor a path.
 * @throws {RangeError} If `options.maxBytes` is out of range.
 * @example
 * ```ts
 * import { ask } from 'robots-exclusion/lite';
 *
 * ask('User-agent: *\nDisallow: /x\n', 'FooBot', '/y'); // { allowed: true, isUndecided: false }
 * ```
 */
export function ask(
  body: Body | RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
  options: LiteOptions = {},
): LiteAnswer {
  requireOptions(options);
  const read = isDocument(body) ? body : readBody(body, options);
  const engine = engineOf(read.dialect);
  const names = typeof who === 'object' && 'token' in who ? tokenInForce(read, who) : who;
  if (engine && names !== undefined) return decided(engine.matcherFor(linesOf(read), names).allows(target));
  const tokens = names === undefined ? [] : tokensOf(names);
  const octets = names === undefined ? new Uint8Array(0) : read.octets;
  const { maxSteps = MOST_STEPS } = options;
  const contentUsageIsRule = read.contentUsageIsRule ?? false;
  const prepared = prepareTarget(target);
  if (isRobotsTxt(prepared)) return decided(true);
  const best = bestInBody({ octets, tokens, contentUsageIsRule, maxSteps }, prepared);
  return best ? decided(allowsAt(best.rule.rank)) : { allowed: false, isUndecided: true };
}

/** A scanned body: a document, or only the part of one that a query needs. */
interface ReadBody extends ParseOptions {
  readonly octets: Uint8Array;
  readonly encoding: Encoding;
  readonly lines?: Int32Array;
}

function isDocument(body: Body | RobotsDocument): body is RobotsDocument {
  return typeof body === 'object' && body !== null && 'lines' in body;
}

function readBody(body: Body, options: ParseOptions): ReadBody {
  const decodesUtf16 = options.dialect?.reader?.decodesUtf16;
  const { octets, encoding } = toOctets(body, checkedMaxBytes(options.maxBytes), decodesUtf16);
  return { ...options, octets, encoding };
}

function linesOf({ octets, encoding, lines, dialect }: ReadBody): LineSource {
  return { octets, lines: lines ?? (dialect?.reader?.scan(octets, encoding) as Int32Array) };
}

/**
 * The token that selects the groups, chosen in the same way as by `compile`: the first of the crawler's tokens that the
 * file names; `undefined` if no group applies.
 */
function tokenInForce(read: ReadBody, profile: CrawlerProfile): string | undefined {
  const { token, fallbackTokens, appliesStar } = profile;
  const engine = engineOf(read.dialect);
  const isNamed = (each: string): boolean =>
    engine
      ? engine.names(linesOf(read), each)
      : hasGroupOf(read.octets, tokensOf(each), read.contentUsageIsRule ?? false);
  return [token, ...fallbackTokens].find(isNamed) ?? (appliesStar ? token : undefined);
}

function decided(allowed: boolean): LiteAnswer {
  return { allowed, isUndecided: false };
}
