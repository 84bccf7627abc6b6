/** A robots.txt by its URL: that of a site, or a file at another place. */
import { createHttpTransport, type RobotsRecord } from '@robots-exclusion/client';
import { otherTransports } from './built-in-transports.ts';
import { stagedUrl, transportsTo, unstaged } from './elsewhere.ts';
import { type NetworkOptions, openNetwork } from './open-client.ts';

/**
 * The record of the file at `url`. A URL whose path is `/` stands for the site's own robots.txt. A file from elsewhere
 * is fetched by the same rules and never kept as that of its origin.
 */
export async function fetchFile(
  url: string,
  options: NetworkOptions,
  signal: AbortSignal,
): Promise<RobotsRecord> {
  const { pathname, search } = new URL(url);
  const isSite = search === '' && (pathname === '/' || pathname === '' || pathname === '/robots.txt');
  const transports = isSite
    ? {}
    : { transports: transportsTo(url, [createHttpTransport(), ...otherTransports()]) };
  const network = await openNetwork({ ...options, ...transports, ...(!isSite && { store: 'memory' }) });
  try {
    const record = await network.client.robots(isSite ? url : stagedUrl(url), { signal });
    return isSite ? record : unstaged(record, url);
  } finally {
    await network.close();
  }
}
