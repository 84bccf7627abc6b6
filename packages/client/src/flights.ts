/**
 * Runs at most one renewal per key at a time in this process; all callers that need the record share it. A renewal is
 * aborted when its last waiting caller aborts, unless it runs in the background.
 */

import type { OriginRecord } from './policy/origin-record.ts';
import { settledWithin, unlessAborted } from './within.ts';

/** Starts a renewal that the signal can abort. */
export type StartFlight = (signal: AbortSignal) => Promise<OriginRecord>;

/** The renewals that are in progress. */
export interface Flights {
  /**
   * Waits for the renewal of a key, and starts one if none is in progress.
   *
   * @throws The signal's reason if it is aborted, or the reason passed to `close` if the renewals are closed.
   */
  join(key: string, start: StartFlight, options: JoinOptions): Promise<OriginRecord>;
  isUnderWay(key: string): boolean;
  /** Starts a background renewal, unless one is in progress. */
  startInBackground(key: string, start: StartFlight): void;
  /** Aborts all renewals, waits until they have released their resources, and prevents new ones. */
  close(reason: Error): Promise<void>;
}

export interface JoinOptions {
  signal?: AbortSignal | undefined;
  /** Called if a renewal is already in progress. */
  onShared: () => void;
}

interface Flight {
  controller: AbortController;
  landed: Promise<OriginRecord>;
  waiters: number;
  isInBackground: boolean;
}

/** The time to wait for aborted renewals. They release sockets and locks immediately, but a store may hang. */
const maxLandingMs = 250;

export function createFlights(): Flights {
  const flights = new Map<string, Flight>();
  let closed: { reason: Error } | undefined;

  function takeOff(key: string, start: StartFlight, isInBackground: boolean): Flight {
    const controller = new AbortController();
    const landed = start(controller.signal);
    const flight = { controller, landed, waiters: 0, isInBackground };
    flights.set(key, flight);
    landed.catch(() => {}).finally(() => forget(key, flight));
    return flight;
  }

  function forget(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  async function leave(key: string, flight: Flight, reason: unknown): Promise<void> {
    if (flight.waiters > 0 || flight.isInBackground) return;
    // New callers must not join a renewal that is ending.
    forget(key, flight);
    flight.controller.abort(reason);
    await settledWithin(flight.landed, maxLandingMs);
  }

  return {
    async join(key, start, { signal, onShared }) {
      if (closed) throw closed.reason;
      const underWay = flights.get(key);
      if (underWay) onShared();
      const flight = underWay ?? takeOff(key, start, false);
      flight.waiters += 1;
      try {
        return await unlessAborted(flight.landed, signal);
      } finally {
        flight.waiters -= 1;
        if (signal?.aborted) await leave(key, flight, signal.reason);
      }
    },
    isUnderWay: (key) => flights.has(key),
    startInBackground(key, start) {
      if (!closed && !flights.has(key)) takeOff(key, start, true);
    },
    async close(reason) {
      closed = { reason };
      const all = [...flights.values()];
      for (const { controller } of all) controller.abort(reason);
      await Promise.all(all.map(({ landed }) => settledWithin(landed, maxLandingMs)));
    },
  };
}
