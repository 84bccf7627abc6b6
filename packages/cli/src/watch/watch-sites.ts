/** Checks sites repeatedly, each as soon as the client's rules allow. */

import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { RobotsClient } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { atomFeed, eventsIn, MOST_ENTRIES } from './atom.ts';
import { deliver, look } from './look.ts';
import type { WatchEvent } from './watch-event.ts';
import { sender, type Webhook } from './webhook.ts';

export interface DueSite {
  readonly origin: string;
  /** The time of the next check, in epoch milliseconds. */
  lookAt: number;
  /** The time of the next work of any kind, which is never later than `lookAt`. */
  dueAt: number;
  /** The number of consecutive deliveries that the webhook rejected. */
  failures: number;
}

export class DueSites {
  readonly #heap: DueSite[] = [];

  get size(): number {
    return this.#heap.length;
  }

  get first(): DueSite | undefined {
    return this.#heap[0];
  }

  add(site: DueSite): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = heap[above] as DueSite;
      if (parent.dueAt <= site.dueAt) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = site;
  }

  /** Removes and returns the site that is due first. */
  take(): DueSite | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      const [left, right] = [heap[below] as DueSite, heap[below + 1]];
      if (right && right.dueAt < left.dueAt) below++;
      const child = heap[below] as DueSite;
      if (child.dueAt >= last.dueAt) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

export interface SiteWatch {
  client: RobotsClient;
  folder: string;
  webhook?: Webhook | undefined;
  atom?: string | undefined;
  once?: boolean | undefined;
  write(event: WatchEvent): Promise<void>;
  /** Called with messages about failures that are retried. */
  warn(message: string): void;
  /** Whether to retry failed checks. Otherwise, a failed check ends the watch. */
  isPatient?: boolean;
}

/** Minimum pause between two checks of a site. More frequent checks give no new information. */
const LEAST_PAUSE_MS = 60_000;
/** Maximum pause between two checks. By RFC 9309 §2.4, no response is valid for longer. */
const MOST_PAUSE_MS = 24 * 60 * 60 * 1000;
/** Maximum pause before a webhook is retried. The first pause is a minute, and each further failure doubles it. */
const MOST_RETRY_MS = 60 * 60 * 1000;
/** Limit on concurrent checks, each of which has at most one connection. */
const MOST_AT_ONCE = 64;

/** With `once`, resolves after one check of each site; otherwise, when the watch is aborted. */
export async function watchSites(
  origins: readonly string[],
  options: SiteWatch,
  signal: AbortSignal,
): Promise<void> {
  await new SitesWatch(options, signal).run(origins);
}

class SitesWatch {
  readonly #options: SiteWatch;
  readonly #signal: AbortSignal;
  readonly #send: ((event: WatchEvent) => Promise<void>) | undefined;
  readonly #due = new DueSites();
  /** The events with the latest versions, newest first. They are collected only if a feed is written. */
  #latest: readonly WatchEvent[] = [];
  #isFeedStale = false;
  #feed: Promise<void> | undefined;
  #wake: () => void = () => {};
  #failure: { error: unknown } | undefined;

  constructor(options: SiteWatch, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#send = options.webhook && sender(options.webhook, signal);
  }

  async run(origins: readonly string[]): Promise<void> {
    const { once, atom, folder } = this.#options;
    if (atom !== undefined) this.#latest = await eventsIn(folder);
    for (const origin of origins) this.#due.add({ origin, lookAt: 0, dueAt: 0, failures: 0 });
    const running = new Set<Promise<void>>();
    while (!this.#failure && (this.#due.size > 0 || running.size > 0)) {
      this.#signal.throwIfAborted();
      const next = this.#due.first;
      if (next && next.dueAt <= Date.now() && running.size < MOST_AT_ONCE) {
        this.#due.take();
        const task: Promise<void> = this.#attend(next).finally(() => {
          running.delete(task);
          this.#wake();
        });
        running.add(task);
      } else await this.#untilWoken(running.size < MOST_AT_ONCE ? next : undefined);
    }
    await Promise.all(running);
    if (this.#failure) throw this.#failure.error;
    if (atom !== undefined && once) await this.#writeFeed(atom);
  }

  /** Resolves when the work on a site is finished, or work on the next site is due. */
  async #untilWoken(next: DueSite | undefined): Promise<void> {
    const ended = new AbortController();
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const signal = AbortSignal.any([this.#signal, ended.signal]);
    const wait = next ? Math.max(next.dueAt - Date.now(), 0) : MOST_PAUSE_MS;
    const elapsed = pause(wait, undefined, { signal }).catch(() => {});
    await Promise.race([woken, elapsed]);
    ended.abort();
    this.#wake = () => {};
  }

  /** Performs the work that is due for a site, and returns when further work will be due. */
  async #attend(site: DueSite): Promise<void> {
    const { once, isPatient, warn } = this.#options;
    try {
      if (site.lookAt <= Date.now()) site.lookAt = pausedUntil(await this.#look(site.origin));
    } catch (error) {
      if (!isPatient || this.#signal.aborted) {
        this.#failure ??= { error };
        return;
      }
      warn(`${site.origin} could not be checked and will be retried: ${(error as Error).message}`);
      site.lookAt = pausedUntil(0);
    }
    const isDelivered = await this.#deliver(site.origin);
    if (once) return;
    site.failures = isDelivered ? 0 : site.failures + 1;
    const retryAt = Date.now() + Math.min(LEAST_PAUSE_MS * 2 ** (site.failures - 1), MOST_RETRY_MS);
    site.dueAt = isDelivered ? site.lookAt : Math.min(site.lookAt, retryAt);
    this.#due.add(site);
  }

  async #look(origin: string): Promise<number> {
    const { client, folder, warn, atom, write } = this.#options;
    const isDelivered = this.#send !== undefined;
    const { events, nextAt } = await look(origin, {
      client,
      folder,
      isDelivered,
      warn,
      signal: this.#signal,
    });
    for (const event of events) await write(event);
    const versions = events.filter(({ version }) => version !== undefined);
    if (atom !== undefined && versions.length > 0) {
      this.#latest = [...versions, ...this.#latest].slice(0, MOST_ENTRIES);
      await this.#writeFeed(atom);
    }
    return nextAt;
  }

  async #deliver(origin: string): Promise<boolean> {
    const { folder, warn } = this.#options;
    if (!this.#send) return true;
    try {
      return await deliver(origin, { folder, warn }, this.#send);
    } catch (error) {
      this.#failure ??= { error };
      return false;
    }
  }

  /** Writes the feed, one write at a time. Changes during a write are combined in the next write. */
  #writeFeed(file: string): Promise<void> {
    this.#isFeedStale = true;
    this.#feed ??= this.#writeWhileStale(file);
    return this.#feed;
  }

  async #writeWhileStale(file: string): Promise<void> {
    try {
      while (this.#isFeedStale) {
        this.#isFeedStale = false;
        await writeFile(file, atomFeed(this.#latest));
      }
    } catch (error) {
      throw new CommandError(`Cannot write the feed ${JSON.stringify(file)}: ${(error as Error).message}`);
    } finally {
      this.#feed = undefined;
    }
  }
}

function pausedUntil(nextAt: number): number {
  const now = Date.now();
  return now + Math.min(Math.max(nextAt - now, LEAST_PAUSE_MS), MOST_PAUSE_MS);
}
