/**
 * The time of the thread that receives requests: whose work it does, who pays for it, and who is next.
 *
 * Node runs one callback after another, and with each of them the promises that it settles. So whatever runs from one
 * `enter` to the next, or to the end of the event loop's turn, is work for the client of the first: parsing, refusing,
 * answering, compressing, serialising, sending, whatever its outcome. No route has to charge anything itself.
 */
import type { RateLimit } from '../limits.ts';
import { type Buckets, createBuckets } from './buckets.ts';

/** The processor time of the service. Times are in milliseconds. */
export interface Processor {
  /** From now on, the thread works for this client. */
  enter(client: string): void;
  /**
   * Enters, once it is the client's turn: at once, unless this turn of the event loop has already worked for {@link
   * SLICE_MS}. Clients that wait take turns, so that one with a thousand requests waits for its own.
   */
  turn(client: string): Promise<void> | undefined;
  /** Charges time that was spent elsewhere, such as in a worker. */
  spend(client: string, milliseconds: number): void;
  /** The seconds until the client may use the processor again; undefined if it may use it now. */
  wait(client: string): number | undefined;
  /** The time that all clients together were charged. */
  charged(): number;
}

/** The time for which one turn of the event loop works for clients before it looks at sockets again. */
export const SLICE_MS = 10;

/** @param limit Milliseconds of processor time for each client. */
export function createProcessor(limit: RateLimit): Processor {
  const buckets: Buckets = createBuckets(limit);
  const waiting = new Map<string, (() => void)[]>();
  let current: string | undefined;
  /** When this turn of the event loop began to work. */
  let begunAt = 0;
  /** At the last payment: the time for which the event loop had not waited, and the processor time of the process. */
  let [active, used] = [0, 0];
  let isTurn = false;
  let total = 0;

  function spend(client: string, milliseconds: number): void {
    buckets.spend(client, milliseconds);
    total += milliseconds;
  }

  /**
   * Charges the time since the last payment to the current client. Without one, charges it to the client that enters
   * `next`, whose request was parsed in that time. That charge is at most a slice, because the time may include work of
   * others.
   */
  function settle(next?: string): number {
    const now = performance.eventLoopUtilization().active;
    const usage = process.cpuUsage();
    const use = (usage.user + usage.system) / 1000;
    // The first also passes while the thread waits for a processor; the second also counts other threads.
    const spent = Math.min(now - active, use - used);
    if (current !== undefined) spend(current, spent);
    else if (next !== undefined) spend(next, Math.min(spent, SLICE_MS));
    active = now;
    used = use;
    return performance.now();
  }

  function beginTurn(now: number): void {
    if (isTurn) return;
    isTurn = true;
    begunAt = now;
    setImmediate(endTurn);
  }

  /** Runs after the sockets of this turn. The event loop does not sleep before, so no idle time is charged. */
  function endTurn(): void {
    const now = settle();
    current = undefined;
    isTurn = false;
    const [first] = waiting;
    if (first === undefined) return;
    const [client, resumes] = first;
    waiting.delete(client);
    const resume = resumes.shift();
    if (resumes.length > 0) waiting.set(client, resumes);
    beginTurn(now);
    resume?.();
  }

  function enter(client: string): void {
    if (client === current) return;
    const now = settle(client);
    current = client;
    beginTurn(now);
  }

  settle();
  return {
    enter,
    spend,
    turn(client) {
      if (!isTurn || performance.now() - begunAt < SLICE_MS) {
        enter(client);
        return undefined;
      }
      return new Promise((resolve) => {
        const resumes = waiting.get(client) ?? [];
        waiting.set(client, resumes);
        resumes.push(() => {
          enter(client);
          resolve();
        });
      });
    },
    wait(client) {
      if (client === current) settle();
      return buckets.wait(client);
    },
    charged: () => total,
  };
}
