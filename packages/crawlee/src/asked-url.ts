/** The URL that a Crawlee request asks for. If the request has a Host field, that field names the site. */
import { askedUrl } from '@robots-exclusion/client';
import type { CrawleeRequest } from './crawlee-types.ts';

type Fields = Readonly<Record<string, string | string[] | undefined>>;

/** @param fields The fields of got's options, which replace the request's own. */
export function askedUrlOf(
  { url, headers }: Pick<CrawleeRequest, 'url' | 'headers'>,
  fields: Fields = {},
): string {
  const named = Object.entries({ ...headers, ...fields }).filter(([name]) => name.toLowerCase() === 'host');
  const host = named.at(-1)?.[1];
  return host === undefined ? url : askedUrl(url, String(host));
}
