/**
 * Events of the client. One listener receives typed events; the same events are published on
 * `node:diagnostics_channel`, with one channel per type, such as `robots-exclusion:fetch` and `robots-exclusion:hit`.
 */
import { type Channel, channel } from 'node:diagnostics_channel';
import type { Hop } from './policy/origin-record.ts';
import type { Outcome } from './policy/outcome.ts';

/** The reason for fetching robots.txt. */
export type FetchReason = 'absent' | 'expired' | 'reload' | 'ahead';

/** An operation on the store. */
export type StoreOperation = 'get' | 'set' | 'delete' | 'lock' | 'reserve';

/** All events. Durations are in milliseconds, times in epoch milliseconds. */
export type ClientEvent =
  /**
   * A fetch begins because the record is `absent` or `expired`, on request (`reload`), or in the background before
   * expiry (`ahead`).
   */
  | { type: 'fetch'; fetchId: number; origin: string; robotsUrl: string; reason: FetchReason }
  /** A request of the fetch has received its response header, or has failed without a status. */
  | { type: 'hop'; fetchId: number; origin: string; hop: Hop }
  /** The fetch has ended. */
  | {
      type: 'outcome';
      fetchId: number;
      origin: string;
      outcome: Outcome;
      policyRow: string;
      durationMs: number;
      expiresAt: number;
    }
  /** A stored record was used for the call. */
  | { type: 'hit'; origin: string; outcome: Outcome; ageMs: number }
  /** Stored rules are used because robots.txt cannot be reached. */
  | { type: 'stale'; origin: string; ageMs: number }
  /** A check joined a fetch that was already under way in this process. */
  | { type: 'shared'; origin: string }
  /**
   * This process has stopped waiting for the origin's lock, which another process held. `end` says why: the origin's
   * record is `there`, this process now holds the lock (`locked`), or the wait took too long (`too-late`). If `by` is
   * `polling`, the store does not report changes and had to be polled.
   */
  | {
      type: 'lock-wait';
      origin: string;
      waitedMs: number;
      end: 'there' | 'locked' | 'too-late';
      by: 'notice' | 'polling';
    }
  /** A renewal ahead of expiry failed; the record is used until it expires. */
  | { type: 'refresh-failed'; origin: string; policyRow: string }
  /** The store failed, and the client continued without it. */
  | { type: 'store-error'; operation: StoreOperation; key: string; error: unknown }
  /** The stored value is damaged or is not a record of this version, so it counts as absent. */
  | { type: 'record-unreadable'; key: string; reason: string }
  /** A product token does not occur in the User-Agent, so site owners cannot tell which crawler a rule addresses. */
  | { type: 'token-not-in-user-agent'; productToken: string; userAgent: string };

/** Listens to events. It is called synchronously, and its exceptions are ignored. */
export type EventListener = (event: ClientEvent) => void;

const channels = new Map<ClientEvent['type'], Channel>();

/** Creates a function that passes an event to the listener and to the subscribers of the event's channel. */
export function createEmitter(listener: EventListener | undefined): EventListener {
  return (event) => {
    const reported = channelOf(event.type);
    if (reported.hasSubscribers) reported.publish(event);
    if (listener !== undefined) callQuietly(listener, event);
  };
}

function channelOf(type: ClientEvent['type']): Channel {
  const known = channels.get(type);
  if (known !== undefined) return known;
  const created = channel(`robots-exclusion:${type}`);
  channels.set(type, created);
  return created;
}

/** Calls the listener and ignores its exceptions and rejections, so that they do not affect a call of the client. */
function callQuietly(listener: EventListener, event: ClientEvent): void {
  try {
    Promise.resolve(listener(event)).catch(() => {});
  } catch {
    // Exceptions of the listener are ignored, and the listener is not called again for this event.
  }
}
