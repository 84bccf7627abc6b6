/** Looks at sites again and again, each when the client's rules allow it. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../command-error.ts';
import { type NetworkOptions, openNetwork } from '../network/open-client.ts';
import { atomFeed } from './atom.ts';
import { look } from './look.ts';
import type { WatchEvent } from './watch-event.ts';

/** How a watch runs. */
export interface WatchOptions extends NetworkOptions {
  folder: string;
  webhook?: string | undefined;
  atom?: string | undefined;
  /** One look at each site. */
  once?: boolean | undefined;
  write(event: WatchEvent): Promise<void>;
}

/** A site that is asked more often than this learns nothing more. */
const LEAST_PAUSE_MS = 60_000;
/** RFC 9309 §2.4: no answer holds for longer. */
const MOST_PAUSE_MS = 24 * 60 * 60 * 1000;
const WEBHOOK_TIMEOUT_MS = 10_000;

/** Ends with `once`, or when it is aborted. */
export async function runWatch(
  origins: readonly string[],
  options: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const network = await openNetwork(options);
  const send = options.webhook === undefined ? undefined : webhook(options.webhook, signal);
  try {
    await Promise.all(
      origins.map(async (origin) => {
        for (;;) {
          const { events, nextAt } = await look(origin, {
            client: network.client,
            folder: options.folder,
            ...(send && { send }),
            signal,
          });
          for (const event of events) await options.write(event);
          if (options.atom !== undefined && events.length > 0) await writeFeed(options.atom, options.folder);
          if (options.once) return;
          const wait = nextAt - Date.now();
          await pause(Math.min(Math.max(wait, LEAST_PAUSE_MS), MOST_PAUSE_MS), undefined, { signal });
        }
      }),
    );
    if (options.atom !== undefined && options.once) await writeFeed(options.atom, options.folder);
  } finally {
    await network.close();
  }
}

async function writeFeed(file: string, folder: string): Promise<void> {
  try {
    await writeFile(file, await atomFeed(folder));
  } catch (error) {
    throw new CommandError(`Cannot write the feed ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}

function webhook(url: string, signal: AbortSignal): (event: WatchEvent) => Promise<void> {
  return async (event) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answered ${response.status}`);
  };
}
