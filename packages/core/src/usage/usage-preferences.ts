/** The AIPREF preferences of a site for one target (draft-ietf-aipref-attach-05, draft-ietf-aipref-vocab-08). */
import { compile } from '../engine/compile.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { contentUsageFor, contentUsageOf } from './content-usage.ts';
import type { HeaderFields } from './header-fields.ts';
import { byLabel, combineStatements, type Preference } from './preference.ts';
import { type AiprefLabel, type AiprefVersion, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** Further input about a target, and the vocabulary to use. */
export interface UsagePreferencesOptions<Label extends string = AiprefLabel> {
  /** Header fields of the response that delivered the target. Default: none. */
  headers?: HeaderFields;
  /** A revision of draft-ietf-aipref-vocab, or a vocabulary of your own. @default {'08'} */
  vocabulary?: Vocabulary<Label> | AiprefVersion;
}

/**
 * The site's preference about `target` for each category of use: the most restrictive combination of the applicable
 * Content-Usage records in its robots.txt and the Content-Usage header of the response.
 *
 * `unknown` means that the site states nothing, and implies no default. If the crawler may not fetch the target, it
 * cannot use its content: every category is `not-applicable`.
 *
 * @throws {TypeError} If `who` is neither a string, nor a list of strings, nor a profile, or `target` is neither an
 * absolute URL nor a path.
 * @throws {RangeError} If there is no such revision of the vocabulary.
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/05/ | draft-ietf-aipref-attach-05}
 * @example
 * ```ts
 * import { parse } from 'robots-exclusion';
 * import { usagePreferences } from 'robots-exclusion/usage';
 *
 * const document = parse('User-agent: *\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\n');
 * usagePreferences(document, 'FooBot', '/a'); // { 'train-ai': 'disallow', 'ai-use': 'unknown', search: 'unknown' }
 * usagePreferences(document, 'FooBot', '/open/a')['train-ai']; // 'allow'
 * usagePreferences(document, 'FooBot', '/a', { vocabulary: '07' }); // { 'train-ai': 'disallow', search: 'unknown' }
 * const headers = { 'content-usage': 'train-ai=n' };
 * usagePreferences(document, 'FooBot', '/open/a', { headers })['train-ai']; // 'disallow'
 * ```
 */
export function usagePreferences<Label extends string = AiprefLabel>(
  document: RobotsDocument,
  who: Crawler,
  target: string | UrlLike,
  options: UsagePreferencesOptions<Label> = {},
): Readonly<Record<Label, Preference>> {
  const vocabulary = vocabularyOf<Label>(options.vocabulary);
  const labels = vocabulary.categories.map(({ label }) => label);
  if (!compile(document, who).allows(target)) return byLabel(labels, () => 'not-applicable' as const);
  const inRobots = contentUsageFor(document, who, target, vocabulary);
  const inHeader = contentUsageOf(options.headers, vocabulary);
  const statements = [...inRobots, ...(inHeader ? [inHeader] : [])];
  return combineStatements(
    labels,
    statements.map(({ statement }) => statement.preferences),
  );
}
