/** `robots watch`: sites, watched by a client of the command's own. */
import { type NetworkOptions, openNetwork } from '../network/open-client.ts';
import { warn } from '../output/stdout.ts';
import { type SiteWatch, watchSites } from './watch-sites.ts';

/** How a watch runs. */
export interface WatchOptions extends NetworkOptions, Omit<SiteWatch, 'client' | 'warn'> {}

/** Ends with `once`, or when it is aborted. */
export async function runWatch(
  origins: readonly string[],
  options: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const network = await openNetwork(options);
  try {
    await watchSites(origins, { ...options, client: network.client, warn }, signal);
  } finally {
    await network.close();
  }
}
