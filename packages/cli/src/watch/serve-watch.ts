/** Watches sites in a service, with the service's client. */
import type { RobotsClient } from '@robots-exclusion/client';
import type { Logger, WatchSource } from '@robots-exclusion/server';
import { atomFeed, eventsIn } from './atom.ts';
import { watchSites } from './watch-sites.ts';
import type { Webhook } from './webhook.ts';

export interface ServedWatch {
  origins: readonly string[];
  folder: string;
  webhook?: Webhook | undefined;
}

/** Starts watching when it receives the client. */
export function serveWatch({ origins, folder, webhook }: ServedWatch, logger: Logger) {
  return (client: RobotsClient): WatchSource => {
    const ending = new AbortController();
    const watching = watchSites(
      origins,
      {
        client,
        folder,
        webhook,
        write: async (event) => logger.info({ ...event, headers: undefined }, 'watch event'),
        warn: (message) => logger.warn({}, message),
        isPatient: true,
      },
      ending.signal,
    ).catch((error) => {
      if (!ending.signal.aborted) logger.error({ err: error }, 'the watch ended');
    });
    return {
      origins,
      // File paths on this machine are private.
      events: async (limit) => (await eventsIn(folder, limit)).map(({ file: _, ...event }) => event),
      feed: async () => atomFeed(await eventsIn(folder)),
      async close() {
        ending.abort();
        await watching;
      },
    };
  };
}
