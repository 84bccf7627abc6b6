/** Runs `robots watch`: watches sites with the command's own client. */
import { type NetworkOptions, openNetwork } from '../network/open-client.ts';
import { warn } from '../output/stdout.ts';
import { type SiteWatch, watchSites } from './watch-sites.ts';

export interface WatchOptions extends NetworkOptions, Omit<SiteWatch, 'client' | 'warn'> {}

/** With `once`, resolves after one check of each site; otherwise, when the watch is aborted. */
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
