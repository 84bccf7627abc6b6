/** The URL that a Crawlee request fetches. If the request has a Host field, the field determines the site. */
import { askedUrl } from '@robots-exclusion/client';
import type { CrawleeRequest } from './crawlee-types.ts';

type Fields = Readonly<Record<string, string | string[] | undefined>>;

/** @param fields The header fields in got's options, which override those of the request. */
export function askedUrlOf(
  { url, headers }: Pick<CrawleeRequest, 'url' | 'headers'>,
  fields: Fields = {},
): string {
  const named = Object.entries({ ...headers, ...fields }).filter(([name]) => name.toLowerCase() === 'host');
  const host = named.at(-1)?.[1];
  return host === undefined ? url : askedUrl(url, String(host));
}
