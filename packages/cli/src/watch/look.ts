/** One look at one site: fetched by the client's rules, compared, kept, reported. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lookedAt, type WatchState } from '@robots-exclusion/audit';
import type { RobotsClient, RobotsRecord } from '@robots-exclusion/client';
import { runDiff } from '../diff/run-diff.ts';
import {
  digestOf,
  folderOf,
  type Kept,
  readKept,
  readVersion,
  versionName,
  writeKept,
  writeVersion,
} from './kept-versions.ts';
import { type WatchEvent, watchDiff } from './watch-event.ts';

/** What a look needs. */
export interface LookOptions {
  client: RobotsClient;
  /** The folder of all sites. */
  folder: string;
  /** Hands an event on; rejects where that failed, and is asked again at the next look. */
  send?: (event: WatchEvent) => Promise<void>;
  /** Called when that failed. */
  warn(message: string): void;
  signal: AbortSignal;
}

/** What a look gave. */
export interface Looked {
  events: readonly WatchEvent[];
  /** When the client's rules allow the next one: epoch milliseconds. */
  nextAt: number;
}

const MOST_PENDING = 100;

/** @throws {CommandError} If the folder cannot be used. */
export async function look(
  origin: string,
  { client, folder, send, warn, signal }: LookOptions,
): Promise<Looked> {
  const record = await client.robots(origin, { signal });
  const own = folderOf(folder, origin);
  const kept = await readKept(own);
  const at = record.evidence?.startedAt ?? Date.now();
  const { event, state, isUnreachable } = await compared(origin, record, kept, own, at, signal);
  const pending = await sent([...kept.pending, ...(event ? [event] : [])], send, warn);
  await mkdir(own, { recursive: true });
  await writeKept(own, { state, isUnreachable, pending });
  return { events: event ? [event] : [], nextAt: record.retryAt ?? record.expiresAt ?? at };
}

async function compared(
  origin: string,
  record: RobotsRecord,
  { state, isUnreachable }: Kept,
  own: string,
  at: number,
  signal: AbortSignal,
): Promise<{ event?: WatchEvent; state: WatchState; isUnreachable: boolean }> {
  const { outcome, robotsUrl } = record;
  const base = {
    origin,
    ...(robotsUrl !== undefined && { robotsUrl }),
    at: new Date(at).toISOString(),
    outcome,
  };
  // What cannot be fetched is not a version: crawlers go on with what they have (RFC 9309 §2.3.1.4).
  if (outcome !== 'rules' && outcome !== 'no-rules') {
    const event: WatchEvent = { event: 'unreachable', ...base };
    return { ...(!isUnreachable && { event }), state, isUnreachable: true };
  }
  // Where there is no file, everything is allowed, as by an empty one.
  const octets = record.body ?? new Uint8Array();
  const digest = digestOf(octets);
  // Names of versions distinguish seconds.
  const seenAt = Math.max(at, (state.current?.since ?? 0) + 1000);
  const { state: next, change, since = seenAt } = lookedAt(state, digest, seenAt);
  if (change === 'none') return { state: next, isUnreachable: false };
  if (change === 'alternating')
    return { event: { event: change, ...base }, state: next, isUnreachable: false };
  const version = versionName(since);
  const before = state.current && versionName(state.current.since);
  const diff =
    before === undefined
      ? undefined
      : watchDiff(await runDiff(await readVersion(own, before), octets, {}, signal));
  const event: WatchEvent = {
    event: change,
    ...base,
    version,
    digest,
    octets: octets.length,
    file: join(own, `${version}.txt`),
    headers: record.evidence?.headers ?? {},
    ...(diff && { diff }),
  };
  await writeVersion(own, version, octets, event);
  return { event, state: next, isUnreachable: false };
}

/** In order: what comes after one that failed waits with it. */
async function sent(
  events: readonly WatchEvent[],
  send: LookOptions['send'],
  warn: LookOptions['warn'],
): Promise<readonly WatchEvent[]> {
  if (!send) return [];
  for (const [index, event] of events.entries()) {
    try {
      await send(event);
    } catch (error) {
      warn(`the webhook did not take an event, and is asked again: ${(error as Error).message}`);
      return events.slice(index).slice(-MOST_PENDING);
    }
  }
  return [];
}
