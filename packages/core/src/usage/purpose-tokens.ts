/**
 * Product tokens that stand for a purpose. No crawler fetches under these names: their groups state how content that
 * the operator's crawlers fetch may be used. The rules in these groups are read like any crawler's rules.
 */

import { quote } from '../bytes/quote.ts';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { requireToken } from '../parse/product-token.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Stated } from './preference.ts';
import known from './purpose-tokens.json' with { type: 'json' };
import { USES, type Use } from './uses.ts';

/** One purpose token, as its operator describes it. */
export interface PurposeToken {
  readonly token: string;
  readonly operator: string;
  /** Product tokens of the crawlers whose fetched content this token governs; `*` stands for every crawler. */
  readonly crawlers: readonly string[];
  readonly uses: readonly Use[];
  /** A sentence about what the token does not affect, or about what is not known of it. */
  readonly doesNotTouch: string;
  /** Whether the group of `*` applies to the token if no group names it. */
  readonly appliesStar: boolean;
  /** The page that describes the token; empty if a caller named it. */
  readonly source: string;
  /** The date on which the source was checked, ISO 8601; empty without a source. */
  readonly asOf: string;
}

/** The known tokens. Their operators describe them as ordinary product tokens, and publish no exception for `*`. */
export const purposeTokens: readonly PurposeToken[] = /* @__PURE__ */ Object.freeze(
  (known as PurposeToken[]).map((one) =>
    Object.freeze({ ...one, crawlers: Object.freeze(one.crawlers), uses: Object.freeze(one.uses) }),
  ),
);

/** In `crawlers`: the token governs what every crawler fetches. */
export const EVERY_CRAWLER = '*';

/**
 * A purpose token that the table does not have, such as one of a draft: it governs what every crawler fetches.
 *
 * @param uses At least one.
 * @throws {RangeError} If the token could not be recognized in a file, or a use is not one of `uses`.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { purposeToken, purposeTokens, usageReport } from 'robots-exclusion/usage';
 *
 * const tokens = [...purposeTokens, purposeToken('Foo-Training', 'ai-training')];
 * const document = parse('User-agent: Foo-Training\nDisallow: /\n');
 * usageReport(document, 'GPTBot', '/a', { purposeTokens: tokens }).uses['ai-training'].preference; // 'disallow'
 * ```
 */
export function purposeToken(token: string, ...uses: readonly [Use, ...Use[]]): PurposeToken {
  requireToken(token, 'a purpose token');
  const wrong = uses.find((use) => !USES.includes(use));
  if (wrong !== undefined || uses.length === 0)
    throw new RangeError(
      `Cannot use the purpose ${quote(wrong)} for ${token}: expected one of ${USES.join(', ')}`,
    );
  return Object.freeze({
    token,
    operator: 'whoever follows it',
    crawlers: Object.freeze([EVERY_CRAWLER]),
    uses: Object.freeze([...uses]),
    doesNotTouch: 'It was given with the question; who follows it is not known',
    appliesStar: true,
    source: '',
    asOf: '',
  });
}

/** The verdict on a target under the rules for a purpose token, and the meaning of the verdict. */
export interface PurposeVerdict {
  readonly purpose: PurposeToken;
  /**
   * The meaning of the verdict for the token's uses. `unknown` if the site states nothing: no group names the token,
   * and `*` does not apply or allows the target.
   */
  readonly stated: Stated;
  readonly verdict: Verdict;
}

/**
 * For each purpose token, the file's verdict on a target, and what the verdict states.
 *
 * @param tokens The tokens to consider. Default: all known tokens.
 * @throws {TypeError} If `target` is neither an absolute URL nor a path beginning with `/`.
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { purposeVerdicts } from 'robots-exclusion/usage';
 *
 * const document = parse('User-agent: Google-Extended\nDisallow: /\n');
 * purposeVerdicts(document, '/a').map(({ stated }) => stated); // ['disallow', 'unknown']
 * ```
 */
export function purposeVerdicts(
  document: RobotsDocument,
  target: string | UrlLike,
  tokens: readonly PurposeToken[] = purposeTokens,
): readonly PurposeVerdict[] {
  return tokens.map((purpose) => {
    const verdict = explain(compile(document, purpose.token), target);
    return Object.freeze({ purpose, stated: statedBy(purpose, verdict), verdict });
  });
}

/**
 * The statement that a verdict implies. The group of `*` concerns access: an allowed path states nothing about
 * training, but a disallowed path also applies to the token.
 */
function statedBy({ appliesStar }: PurposeToken, { allowed, group }: Verdict): Stated {
  const isNamed = group !== undefined && !group.productTokens.every((token) => token === '*');
  if (isNamed) return allowed ? 'allow' : 'disallow';
  return appliesStar && !allowed ? 'disallow' : 'unknown';
}
