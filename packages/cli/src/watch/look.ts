/**
 * Checks one site: fetches its robots.txt by the client's rules, compares it with the stored version, and stores a new
 * one.
 */
import { join } from 'node:path';
import { lookedAt } from '@robots-exclusion/audit';
import type { RobotsClient, RobotsRecord } from '@robots-exclusion/client';
import { inPlaceOfRecord } from '@robots-exclusion/client/preflight';
import { agents } from 'robots-exclusion/agents';
import { runDiff } from '../diff/run-diff.ts';
import {
  digestOf,
  folderOf,
  type Kept,
  readKept,
  readVersion,
  versionName,
  writeKept,
} from './kept-versions.ts';
import { type EventKind, type WatchEvent, type WatchTrouble, watchDiff } from './watch-event.ts';

export interface LookOptions {
  client: RobotsClient;
  /** The folder that contains all sites. */
  folder: string;
  /** Whether to store events until `deliver` has sent them. */
  isDelivered: boolean;
  /** Called with a message when events are lost. */
  warn(message: string): void;
  signal: AbortSignal;
}

export interface Looked {
  events: readonly WatchEvent[];
  /** The time at which the client's rules allow the next check, in epoch milliseconds. */
  nextAt: number;
}

/** Limit on the events of one site that are waiting to be sent to the webhook. */
const MOST_PENDING = 1000;

/**
 * Checks a site. The result and the events to send are stored together, in a single step.
 *
 * @throws {CommandError} If the folder cannot be used.
 */
export async function look(
  origin: string,
  { client, folder, isDelivered, warn, signal }: LookOptions,
): Promise<Looked> {
  const record = await client.robots(origin, { signal });
  const own = folderOf(folder, origin);
  const before = await readKept(own);
  const at = record.evidence?.startedAt ?? Date.now();
  const { events, ...found } = await compared(origin, record, before, own, at, signal);
  const pending = isDelivered ? [...before.pending, ...events] : [];
  if (pending.length > MOST_PENDING) {
    warn(`${origin} has ${pending.length} events that the webhook has not accepted: the oldest are dropped`);
  }
  const kept: Kept = { ...found, pending: pending.slice(-MOST_PENDING) };
  if (JSON.stringify(kept) !== JSON.stringify(before)) await writeKept(own, kept);
  return { events, nextAt: record.retryAt ?? record.expiresAt ?? at };
}

/**
 * Sends a site's events, oldest first, and removes each event that was accepted.
 *
 * @returns Whether all events were accepted. If an event is rejected, it and all later events remain stored.
 */
export async function deliver(
  origin: string,
  { folder, warn }: Pick<LookOptions, 'folder' | 'warn'>,
  send: (event: WatchEvent) => Promise<void>,
): Promise<boolean> {
  const own = folderOf(folder, origin);
  let kept = await readKept(own);
  for (const event of kept.pending) {
    try {
      await send(event);
    } catch (error) {
      warn(
        `the webhook did not accept an event for ${origin}; delivery will be retried: ${(error as Error).message}`,
      );
      return false;
    }
    kept = await writeKept(own, { ...kept, pending: kept.pending.slice(1) });
  }
  return true;
}

interface Compared extends Omit<Kept, 'pending'> {
  events: readonly WatchEvent[];
}

async function compared(
  origin: string,
  record: RobotsRecord,
  { state, trouble: before }: Kept,
  own: string,
  at: number,
  signal: AbortSignal,
): Promise<Compared> {
  const { outcome, robotsUrl } = record;
  const time = new Date(at).toISOString();
  const made = (event: EventKind): WatchEvent => ({
    event,
    id: digestOf(`${origin}\n${event}\n${time}`).slice(0, 32),
    origin,
    ...(robotsUrl !== undefined && { robotsUrl }),
    at: time,
    outcome,
  });
  const trouble = troubleOf(record);
  if (trouble) {
    const event = { ...made(trouble.kind), ...(trouble.reason !== undefined && { reason: trouble.reason }) };
    return { state, trouble: trouble.kind, events: before === trouble.kind ? [] : [event] };
  }
  const recovered = before === undefined ? [] : [made('recovered')];
  // A missing file allows everything, as an empty one does.
  const octets = record.body ?? new Uint8Array();
  const digest = digestOf(octets);
  // Version names have a resolution of one second.
  const seenAt = Math.max(at, (state.current?.since ?? 0) + 1000);
  const { state: next, change, since = seenAt } = lookedAt(state, digest, seenAt);
  if (change === 'none') return { state: next, events: recovered };
  if (change === 'alternating') return { state: next, events: [...recovered, made(change)] };
  const version = versionName(since);
  const last = state.current && versionName(state.current.since);
  const diff =
    last === undefined
      ? undefined
      : watchDiff(await runDiff(await readVersion(own, last), octets, { known: agents }, signal));
  const event: WatchEvent = {
    ...made(change),
    version,
    digest,
    octets: octets.length,
    file: join(own, `${version}.txt`),
    headers: record.evidence?.headers ?? {},
    ...(diff && { diff }),
  };
  const unwritten = { name: version, octets: Buffer.from(octets).toString('base64'), event };
  return { state: next, events: [...recovered, event], unwritten };
}

/**
 * Recognizes records that do not count as a version. While a file cannot be fetched, crawlers use their copy (RFC 9309
 * §2.3.1.4). A page, a refusal or a challenge says nothing about the rules that other clients receive.
 */
function troubleOf(record: RobotsRecord): { kind: WatchTrouble; reason?: string } | undefined {
  if (record.outcome !== 'rules' && record.outcome !== 'no-rules')
    return { kind: 'unreachable', reason: failureOf(record) };
  const inPlace = inPlaceOfRecord(record);
  return inPlace && { kind: 'not-robots-txt', reason: inPlace.message };
}

/** Describes the failure of the last attempt: an error, or a status. */
function failureOf({ evidence, policyRow, refusal }: RobotsRecord): string {
  if (evidence?.error) return `${evidence.error.code}: ${evidence.error.message}`;
  if (evidence?.status !== undefined) return `status ${evidence.status}`;
  return refusal?.message ?? policyRow;
}
