/**
 * Product tokens that stand for a purpose. No crawler fetches under these names: their groups state how content that
 * the operator's crawlers fetch may be used. The rules in these groups are read like any crawler's rules.
 */

import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Stated } from './preference.ts';
import type { Use } from './uses.ts';

/** One purpose token, as its operator describes it. */
export interface PurposeToken {
  readonly token: string;
  readonly operator: string;
  /** Product tokens of the crawlers whose fetched content this token governs. */
  readonly crawlers: readonly string[];
  readonly uses: readonly Use[];
  /** A sentence about what the token does not affect. */
  readonly doesNotTouch: string;
  /** Whether the group of `*` applies to the token if no group names it. */
  readonly appliesStar: boolean;
  readonly source: string;
  /** The date on which the source was checked, ISO 8601. */
  readonly asOf: string;
}

/** The known tokens. Their operators describe them as ordinary product tokens, and publish no exception for `*`. */
export const purposeTokens: readonly PurposeToken[] = Object.freeze([
  Object.freeze({
    token: 'Google-Extended',
    operator: 'Google',
    crawlers: Object.freeze([
      'Googlebot',
      'Googlebot-Image',
      'Googlebot-Video',
      'Googlebot-News',
      'GoogleOther',
      'GoogleOther-Image',
      'GoogleOther-Video',
    ]),
    uses: Object.freeze(['ai-training', 'ai-input'] as const),
    doesNotTouch: 'Google Search is not affected, nor are its AI Overviews and AI Mode',
    appliesStar: true,
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers',
    asOf: '2026-11-20',
  }),
  Object.freeze({
    token: 'Applebot-Extended',
    operator: 'Apple',
    crawlers: Object.freeze(['Applebot']),
    uses: Object.freeze(['ai-training'] as const),
    doesNotTouch: 'Search in Apple’s products is not affected',
    appliesStar: true,
    source: 'https://support.apple.com/en-us/119829',
    asOf: '2026-11-20',
  }),
]);

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
