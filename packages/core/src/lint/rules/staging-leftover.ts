import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Addresses that no production site uses. */
const PRIVATE_HOST =
  /^(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|.+\.(?:local|localhost|test|internal))$/i;

/** First labels of host names that staging sites use. */
const STAGING_HOST = /^(?:staging|stage|stg|preprod|pre-?production|uat)[-.\d]*\.[^.]+\.[^.]/i;

/** Comments that call the file itself a staging version. */
const STAGING_WORDS =
  /robots\.txt\b.{0,20}\b(?:for|of)\s+(?:the\s+|our\s+)?(?:staging|pre-?production|development|dev|test)\b|\b(?:do\s+not\s+deploy|remove\s+before\s+(?:launch|go-?live)|not\s+for\s+production)\b/i;

/** A file made for a different site than the one that serves it. */
export function* stagingLeftover(context: LintContext): Iterable<Finding> {
  if (context.robotsUrl !== undefined && isStagingHost(context.robotsUrl)) return;
  for (const { value, span } of context.recordsOf('sitemap')) {
    if (isStagingHost(value)) yield { message: `${inQuotes(value)} is on a staging or private host`, span };
  }
  for (const { kind, text, span } of context.otherLines) {
    if (kind === 'comment' && STAGING_WORDS.test(text))
      yield { message: 'This comment says that the file is not for production', span };
  }
}

function isStagingHost(url: string): boolean {
  const host = /^[a-z]+:\/\/([^/:]*)/i.exec(url)?.[1] ?? '';
  return PRIVATE_HOST.test(host) || STAGING_HOST.test(host);
}
