/**
 * Writes Content-Usage fields for hosts that read headers from a file named `_headers`, such as Netlify and Cloudflare
 * Pages.
 */
import { parse } from 'robots-exclusion';
import { pageHeaders } from 'robots-exclusion/generate';

/**
 * The lines of `_headers` that send the usage preferences in `robots` with every page. Empty if `robots` states no
 * preferences. Hosts combine the fields of all matching paths, so the file cannot express preferences for a part of the
 * site.
 *
 * @throws {RangeError} If a preference applies only to a part of the site.
 * @example
 * ```ts
 * headersFile('User-agent: *\nAllow: /\nContent-Usage: train-ai=n\n'); // '/*\n  Content-Usage: train-ai=n\n'
 * ```
 */
export function headersFile(robots: string): string {
  const partial = parse(robots).records.find(
    ({ kind, value }) => kind === 'content-usage' && /^(?:\/[^\s]|\*)/.test(value),
  );
  if (partial) {
    throw new RangeError(
      `Cannot write _headers for "${partial.name}: ${partial.value}" (line ${partial.line}): expected preferences for the whole site; send others from a server, with pageHeaders`,
    );
  }
  const headers = pageHeaders({ environment: 'production', config: robots })('https://example.com/');
  return Object.values(headers)
    .map((value) => `/*\n  Content-Usage: ${value}\n`)
    .join('');
}
