import { knownAgents } from '../../agents/registry.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { type SlipIndex, slipIndex } from '../slip.ts';

/**
 * The index of known tokens. It does not find replaced letters: a name with one replaced letter is more often another
 * crawler than a typo.
 */
let known: SlipIndex | undefined;

/** The minimum number of letters of a checked name. Short names are often one letter apart. */
const LEAST_LETTERS = 6;

/** A misspelled name matches no crawler at all. */
export const unknownProductToken: LintRule = {
  code: 'unknown-product-token',
  severity: 'warning',
  title: 'A product token looks like a misspelled crawler name',
  reason:
    'A crawler follows a group only if the token is exactly its own. If one letter is wrong, the crawler follows the group of "*".',
  bad: { body: 'User-agent: Googelbot\nDisallow: /a\n' },
  good: { body: 'User-agent: Googlebot\nDisallow: /a\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { userAgents, productTokens } of context.document.groups) {
      for (const [index, token] of productTokens.entries()) {
        const record = userAgents[index];
        const meant = isPlain(record?.value ?? '', token) ? meantBy(token) : undefined;
        if (!record || meant === undefined || !isInLongPart(token, meant)) continue;
        yield {
          message: `Unknown crawler ${token}. Did you mean ${meant}?`,
          span: record.span,
          fixes: [
            {
              title: `Write ${meant}`,
              edits: [
                {
                  span: { start: record.valueSpan.start, end: record.valueSpan.start + token.length },
                  replacement: meant,
                },
              ],
              changesVerdicts: true,
            },
          ],
        };
      }
    }
  },
};

/** The index is built when the first file is linted, so that loading this module stays fast. */
function meantBy(token: string): string | undefined {
  known ??= slipIndex(knownAgents().tokens);
  return known.meant(token);
}

/** Whether the value is a plain token. Other rules cover all other values. */
function isPlain(value: string, token: string): boolean {
  return token.length >= LEAST_LETTERS && /^[A-Za-z0-9_.-]+(?:\/\S*)?$/.test(value);
}

/**
 * The minimum number of letters of a hyphenated part that may have a typo: "-SA" and "-BA" are two crawlers of one
 * operator.
 */
const LEAST_LETTERS_OF_PART = 5;

/**
 * The minimum length of a name whose first letter may have a typo: IonCrawl is not a typo of OnCrawl, but
 * acebookexternalhit is a typo.
 */
const LEAST_LETTERS_OF_A_TAIL = 12;

function isInLongPart(token: string, meant: string): boolean {
  const parts = meant.toLowerCase().split('-');
  const own = token.toLowerCase().split('-');
  const isOtherName = own[0]?.[0] !== parts[0]?.[0] && token.length < LEAST_LETTERS_OF_A_TAIL;
  if (isOtherName) return false;
  if (own.length !== parts.length) return true;
  return own.every((part, at) => part === parts[at] || part.length >= LEAST_LETTERS_OF_PART);
}
