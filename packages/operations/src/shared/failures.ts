/** Describes the failures of URLs in a list. Other URLs of the list may have answers. */

import { withoutSecrets, withoutUserInformation } from 'robots-exclusion/print';
import { type ErrorCode, errorKinds, type Failure } from '../errors.ts';
import { isoTime } from './time.ts';

/** Messages that replace the titles of errors. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  'invalid-url': 'Expected an absolute URL such as "https://example.com/a"',
  'too-expensive': 'Reading the robots.txt of this site for this URL takes too long',
  overloaded: 'Too much work is queued; try again later',
};

/** The result for a URL without an answer. It contains the URL without its user information. */
export function failureOf(
  url: string,
  code: ErrorCode,
  { message, retryAt }: { message?: string; retryAt?: number } = {},
): Failure {
  const said = withoutSecrets(message ?? MESSAGES[code] ?? errorKinds[code].title);
  const error = { code, message: said, ...(retryAt !== undefined && { retryAt: isoTime(retryAt) }) };
  return { url: withoutUserInformation(url), error };
}
