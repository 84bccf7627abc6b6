/** Looks at sites again and again, each when the client's rules allow it. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { RobotsClient } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { atomFeed } from './atom.ts';
import { type Looked, look } from './look.ts';
import type { WatchEvent } from './watch-event.ts';

/** How sites are watched. */
export interface SiteWatch {
  client: RobotsClient;
  folder: string;
  webhook?: string | undefined;
  atom?: string | undefined;
  /** One look at each site. */
  once?: boolean | undefined;
  write(event: WatchEvent): Promise<void>;
  /** Called with what went wrong and is tried again. */
  warn(message: string): void;
  /** A look that fails is tried again, too; without it, it ends the watch. */
  isPatient?: boolean;
}

/** A site that is asked more often than this learns nothing more. */
const LEAST_PAUSE_MS = 60_000;
/** RFC 9309 §2.4: no answer holds for longer. */
const MOST_PAUSE_MS = 24 * 60 * 60 * 1000;
const WEBHOOK_TIMEOUT_MS = 10_000;

/** Ends with `once`, or when it is aborted. */
export async function watchSites(
  origins: readonly string[],
  options: SiteWatch,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    origins.map(async (origin) => {
      for (;;) {
        const { nextAt } = await lookAndTell(origin, options, signal);
        if (options.once) return;
        const wait = nextAt - Date.now();
        await pause(Math.min(Math.max(wait, LEAST_PAUSE_MS), MOST_PAUSE_MS), undefined, { signal });
      }
    }),
  );
  if (options.atom !== undefined && options.once) await writeFeed(options.atom, options.folder);
}

async function lookAndTell(origin: string, options: SiteWatch, signal: AbortSignal): Promise<Looked> {
  const { client, folder, webhook, atom, warn, isPatient } = options;
  try {
    const send = webhook === undefined ? undefined : sender(webhook, signal);
    const looked = await look(origin, { client, folder, ...(send && { send }), warn, signal });
    for (const event of looked.events) await options.write(event);
    if (atom !== undefined && looked.events.length > 0) await writeFeed(atom, folder);
    return looked;
  } catch (error) {
    if (!isPatient || signal.aborted) throw error;
    warn(`${origin} cannot be watched, and is looked at again: ${(error as Error).message}`);
    return { events: [], nextAt: 0 };
  }
}

async function writeFeed(file: string, folder: string): Promise<void> {
  try {
    await writeFile(file, await atomFeed(folder));
  } catch (error) {
    throw new CommandError(`Cannot write the feed ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}

function sender(url: string, signal: AbortSignal): (event: WatchEvent) => Promise<void> {
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
