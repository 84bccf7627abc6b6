/** Fetches a robots.txt by URL: a site's own file, or a file at another path. */
import type { RobotsRecord } from '@robots-exclusion/client';
import { type NetworkOptions, openNetwork } from './open-client.ts';

/**
 * The record of the file at `url`. A URL whose path is `/` means the site's own robots.txt. A file at another path is
 * fetched by the same rules, but is never stored as the robots.txt of its origin.
 */
export async function fetchFile(
  url: string,
  options: NetworkOptions,
  signal: AbortSignal,
): Promise<RobotsRecord> {
  const { pathname, search } = new URL(url);
  const isSite = search === '' && (pathname === '/' || pathname === '' || pathname === '/robots.txt');
  const network = await openNetwork({
    ...options,
    ...(!isSite && { store: 'memory', storeFile: undefined }),
  });
  try {
    const { client } = network;
    return await (isSite ? client.robots(url, { signal }) : client.robotsAt(url, { signal }));
  } finally {
    await network.close();
  }
}

/** Why a file was not received, such as `its status is 404`, or what the proxy said. */
export function whyNotFetched({ evidence, refusal }: RobotsRecord): string {
  const { status, error } = evidence ?? {};
  const said = error?.message ?? refusal?.message;
  return said ?? (status === undefined ? 'it cannot be fetched' : `its status is ${status}`);
}
