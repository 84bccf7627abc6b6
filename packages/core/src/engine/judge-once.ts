/** Answers one query about one body, with the reason, by scanning it; compiles only if scanning takes too long. */
import { type Body, toOctets } from '../bytes/body.ts';
import { CR, LF } from '../bytes/octet.ts';
import { textOf } from '../bytes/text.ts';
import { encodeUtf8Into } from '../bytes/utf-8.ts';
import { checkedMaxBytes, type ParseOptions, parse, requireOptions } from '../parse/parse.ts';
import { isRobotsTxt } from '../patterns/match.ts';
import { prepareTarget, type UrlLike } from '../patterns/target.ts';
import { isRobotsTxtRead, lastRead, readTarget } from '../patterns/target-octets.ts';
import { type Crawler, isProfile, ownTokensOf } from '../rules/crawler-profile.ts';
import { allowsAt, NO_MATCH } from '../rules/rule.ts';
import { RuleSet } from '../rules/rule-set.ts';
import { type BestRule, type BodyQuestion, bestInBody, hasGroupOf } from '../rules/scan-body.ts';
import type { Judgement, VerdictRule } from '../rules/verdict.ts';
import { compile } from './compile.ts';

/** A verdict, with the part of its reason that one scan finds. */
export interface OnceJudgement extends Pick<Judgement, 'allowed' | 'because' | 'note'> {
  /** The deciding rule; present only if `because` is `'rule'`. */
  readonly rule?: Pick<VerdictRule, 'text' | 'line'>;
  /** Whether a group names the crawler's own token, in which case neither a fallback token nor `*` decided. */
  readonly isNamed: boolean;
  /** Whether the body is longer than `maxBytes`; the rest was not read (RFC 9309 §2.5). */
  readonly isTruncated: boolean;
}

/**
 * Whether a crawler may fetch `target`, and why. Gives the same verdict as `judge(compile(parse(body), who), target)`,
 * and is faster for a single query per body. It takes about as long as {@link isAllowed}.
 *
 * @throws {TypeError} If an argument has the wrong type, or `target` is neither an absolute URL nor a path.
 * @throws {RangeError} If `options.maxBytes` is out of range.
 * @example
 * ```ts
 * judgeOnce('User-agent: *\nDisallow: /x\n', 'FooBot', 'https://example.com/x').rule?.line; // 2
 * ```
 */
export function judgeOnce(
  body: Body,
  who: Crawler,
  target: string | UrlLike,
  options: ParseOptions = {},
): OnceJudgement {
  requireOptions(options);
  if (options.dialect?.reader) return judgeCompiled(body, who, target, options);
  const { octets, isTruncated } = toOctets(readyOctets(body), checkedMaxBytes(options.maxBytes));
  const tokens = ownTokensOf(who);
  const question = { octets, tokens, contentUsageIsRule: options.contentUsageIsRule ?? false };
  const best = bestOf(question, target);
  const isFollowed = best?.hasOwn || !isProfile(who) || (who.appliesStar && who.fallbackTokens.length === 0);
  if (best === undefined || !isFollowed) return judgeCompiled(body, who, target, options);
  return { ...judgementOf(octets, best), isNamed: best.hasOwn, isTruncated };
}

/** A buffer for encoded bodies, which the next query reuses. A longer body gets a buffer of its own. */
let scratch: Uint8Array = new Uint8Array(0);
const MOST_SCRATCH = 384 * 1024;

function readyOctets(body: Body): Body {
  if (typeof body !== 'string' || body.length * 3 > MOST_SCRATCH) return body;
  if (scratch.length === 0) scratch = new Uint8Array(MOST_SCRATCH);
  return scratch.subarray(0, encodeUtf8Into(body, scratch));
}

/** The best rule; `undefined` if the scan takes too long, or if the target is `/robots.txt` itself. */
function bestOf(question: BodyQuestion, target: string | UrlLike): BestRule | undefined {
  const length = typeof target === 'string' ? readTarget(target) : 0;
  if (length > 0) {
    const { path } = lastRead;
    return isRobotsTxtRead(length) ? undefined : bestInBody(question, { folded: path, plain: path }, length);
  }
  const prepared = prepareTarget(target);
  return isRobotsTxt(prepared) ? undefined : bestInBody(question, prepared);
}

function judgementOf(
  octets: Uint8Array,
  { hasOwn, hasStar, rule: { rank, start, end } }: BestRule,
): Pick<OnceJudgement, 'allowed' | 'because' | 'rule'> {
  if (!hasOwn && !hasStar) return { allowed: true, because: 'no-group' };
  if (rank === NO_MATCH) return { allowed: true, because: 'no-rule-matched' };
  const rule = { text: textOf(octets, start, end), line: lineOf(octets, start) };
  return { allowed: allowsAt(rank), because: 'rule', rule };
}

/** The line number of an offset, counted from 1. LF, CR and CR LF end a line. */
function lineOf(octets: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) {
    const octet = octets[at] as number;
    if (octet === LF || (octet === CR && octets[at + 1] !== LF)) line++;
  }
  return line;
}

function judgeCompiled(
  body: Body,
  who: Crawler,
  target: string | UrlLike,
  options: ParseOptions,
): OnceJudgement {
  const document = parse(body, options);
  const { allowed, because, note, rule } = RuleSet.matcherOf(compile(document, who)).judge(target);
  const { octets, contentUsageIsRule, isTruncated, dialect } = document;
  const names = [isProfile(who) ? who.token : who].flat();
  const isNamed = dialect.reader
    ? names.some((name) => dialect.reader?.names(document, name))
    : hasGroupOf(octets, ownTokensOf(who), contentUsageIsRule);
  return {
    allowed,
    because,
    ...(note !== undefined && { note }),
    ...(rule && { rule: { text: rule.text, line: rule.line } }),
    isNamed,
    isTruncated,
  };
}
