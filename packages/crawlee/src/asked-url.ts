/** What a site is asked for by a request of Crawlee: its Host field, if it has one, names the site. */
import { askedUrl } from '@robots-exclusion/client';
import type { CrawleeRequest } from './crawlee-types.ts';

type Fields = Readonly<Record<string, string | string[] | undefined>>;

/** @param fields Those of got's options, which replace the request's own. */
export function askedUrlOf(
  { url, headers }: Pick<CrawleeRequest, 'url' | 'headers'>,
  fields: Fields = {},
): string {
  const named = Object.entries({ ...headers, ...fields }).filter(([name]) => name.toLowerCase() === 'host');
  const host = named.at(-1)?.[1];
  return host === undefined ? url : askedUrl(url, String(host));
}
