/** Sites named on the command line and in lists. */
import { parseUrl } from '@robots-exclusion/client/url';
import { CommandError } from '../command-error.ts';
import { readUrlList } from '../input/url-list.ts';
import { withScheme } from '../input/with-scheme.ts';

/** The origins of URLs, without duplicates. @throws {CommandError} If a name is not an HTTP URL. */
export function watchedOrigins(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(originOf))];
}

/**
 * Sites on the command line and in a list, which has one site per line; `#` begins a comment.
 *
 * @throws {CommandError} If a site is not an HTTP URL, or there is no site.
 */
export async function listedOrigins(
  names: readonly string[],
  list: string | undefined,
): Promise<readonly string[]> {
  const origins = new Set(names.map(originOf));
  if (list !== undefined) {
    for await (const { url, line } of readUrlList(list)) {
      try {
        origins.add(originOf(url));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        throw new CommandError(`${list}:${line}: ${error.message}`);
      }
    }
  }
  if (origins.size > 0) return [...origins];
  throw new CommandError(
    'Cannot watch without a site: expected a site such as "https://example.com", or --sites FILE',
  );
}

function originOf(name: string): string {
  const parsed = parseUrl(withScheme(name));
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new CommandError(
    `Cannot watch ${JSON.stringify(name)}: expected a site such as "https://example.com"`,
  );
}
