import { parseUrl } from '@robots-exclusion/client/url';
import { CommandError } from '../command-error.ts';
import { withScheme } from './with-scheme.ts';

/**
 * The URL, with a default scheme if it has none.
 *
 * @throws {CommandError} If the result is not an absolute URL.
 */
export function requireUrl(text: string): string {
  const url = withScheme(text);
  if (parseUrl(url)) return url;
  throw new CommandError(
    `Cannot fetch the robots.txt of ${JSON.stringify(text)}: expected a URL such as "https://example.com/"`,
  );
}
