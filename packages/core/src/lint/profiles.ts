/** Profiles: one table for each audience, with the severities that differ from the rules' defaults. */
import { quote } from '../bytes/quote.ts';
import { yandex } from '../dialects/documented.ts';
import { google } from '../dialects/google.ts';
import type { Dialect } from '../parse/dialect.ts';
import type { Severity } from './lint-rule.ts';
import { lintRules } from './rules/index.ts';

/** A named table of severities. */
export interface LintProfile {
  readonly name: string;
  readonly title: string;
  /** The source of the severities. */
  readonly source: string;
  /** Severities by code. A rule that is not listed has the severity {@link others}, or else its default. */
  readonly severities: ReadonlyMap<string, Severity>;
  /** Severity of all rules that are not listed, instead of their defaults. */
  readonly others?: Severity;
  /** The dialect whose verdicts a safe fix must not change, in addition to RFC 9309 and Google. */
  readonly dialect?: Dialect;
}

function profile(
  name: string,
  title: string,
  source: string,
  severities: Record<string, Severity>,
  { others, dialect }: Pick<LintProfile, 'others' | 'dialect'> = {},
): LintProfile {
  const named = new Map(Object.entries(severities));
  return Object.freeze({
    name,
    title,
    source,
    severities: named,
    ...(others && { others }),
    ...(dialect && { dialect }),
  });
}

/** Raises every rule whose default is `info` to `warning`. */
function atLeastWarning(): Record<string, Severity> {
  const remarks = lintRules.filter(({ severity }) => severity === 'info');
  return Object.fromEntries(remarks.map(({ code }) => [code, 'warning' as const]));
}

/** All profiles. */
export const lintProfiles: readonly LintProfile[] = Object.freeze([
  profile('rfc9309', 'RFC 9309', 'https://www.rfc-editor.org/rfc/rfc9309', {}),
  profile(
    'google',
    'Google',
    'https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec',
    { 'crawl-delay-unread': 'warning', 'blocks-assets': 'error', 'obsolete-record': 'warning' },
    { dialect: google },
  ),
  // Bing's documentation suggests that Bing follows RFC 9309, so this profile names no dialect.
  profile('bing', 'Bing', 'https://blogs.bing.com/webmaster/', { 'crawl-delay-unread': 'off' }),
  profile(
    'yandex',
    'Yandex',
    'https://yandex.com/support/webmaster/controlling-robot/robots-txt.html',
    {
      'duplicate-group': 'error',
      'raw-octets-in-pattern': 'error',
      'relative-sitemap': 'error',
      'unknown-record': 'warning',
      'blank-line-in-group': 'error',
      'several-patterns-on-one-line': 'error',
      'yandex-dictionary': 'error',
    },
    { dialect: yandex },
  ),
  profile(
    'lighthouse',
    'Lighthouse: only what its audit reports',
    'https://www.npmjs.com/package/lighthouse/v/13.5.0',
    { 'lighthouse-audit': 'error' },
    { others: 'off' },
  ),
  profile('aipref', 'AIPREF', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/', {
    'bad-usage-preference': 'error',
  }),
  profile('portable', 'All known parsers', 'this project', {
    'read-differently': 'warning',
    'duplicate-group': 'warning',
    'needless-trailing-star': 'warning',
    'crawl-delay-unread': 'warning',
    'blank-line-in-group': 'warning',
  }),
  profile('strict', 'Everything, at warning or above', 'this project', {
    'read-differently': 'warning',
    'needless-trailing-star': 'warning',
    ...atLeastWarning(),
  }),
]);

/** @throws {RangeError} If no profile has that name. */
export function getProfile(name: string): LintProfile {
  const found = lintProfiles.find((candidate) => candidate.name === name);
  if (found) return found;
  const names = lintProfiles.map((candidate) => candidate.name).join(', ');
  throw new RangeError(`Cannot find the lint profile ${quote(name)}: expected one of ${names}`);
}
