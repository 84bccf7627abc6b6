/**
 * Grants turns to use a scarce resource, such as threads or outgoing connections. Waiting clients are served in
 * rotation, so a client with many requests delays only itself. No client has more than `perClient` turns at the same
 * time.
 */
import { onAbort } from '../abort-listeners.ts';

/** Limits on the number of turns. */
export interface FairTurnsLimits {
  /** Limit on simultaneous turns for all clients together. */
  total: number;
  perClient: number;
  /** Limit on waiting callers; further callers are rejected. {@default Infinity} */
  maxWaiting?: number;
  maxWaitingPerClient?: number;
}

/** Ends a turn. Further calls have no effect. */
export type EndTurn = () => void;

/** Thrown when a caller is rejected because too many are waiting. */
export class TurnRefusedError extends Error {
  /** The kind of limit that is reached. */
  readonly limit: 'client' | 'service';

  constructor(limit: 'client' | 'service') {
    super('Too many callers are waiting for a turn');
    this.name = 'TurnRefusedError';
    this.limit = limit;
  }
}

/** Grants turns. */
export interface FairTurns {
  /**
   * @throws {TurnRefusedError} If too many callers wait.
   * @throws The signal's reason if it is aborted first.
   */
  take(client: string, signal?: AbortSignal): Promise<EndTurn>;
  running(): number;
  waiting(): number;
  /** Rejects all waiting and future callers with this error. */
  close(reason: Error): void;
}

interface Waiter {
  begin(): void;
  fail(reason: unknown): void;
}

export function createFairTurns(limits: FairTurnsLimits): FairTurns {
  const { total, perClient, maxWaiting = Number.POSITIVE_INFINITY } = limits;
  const { maxWaitingPerClient = maxWaiting } = limits;
  const running = new Map<string, number>();
  /** The queues of clients, in the order in which the clients get their next turns. */
  const queues = new Map<string, Set<Waiter>>();
  let runningCount = 0;
  let waitingCount = 0;
  let closed: { reason: Error } | undefined;

  function hasTurn(client: string): boolean {
    return runningCount < total && (running.get(client) ?? 0) < perClient;
  }

  function begin(client: string): EndTurn {
    runningCount += 1;
    running.set(client, (running.get(client) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      runningCount -= 1;
      const own = (running.get(client) ?? 0) - 1;
      if (own > 0) running.set(client, own);
      else running.delete(client);
      serveNext();
    };
  }

  function serveNext(): void {
    if (runningCount >= total) return;
    for (const [client, queue] of queues) {
      if (!hasTurn(client)) continue;
      const [waiter] = queue as Set<Waiter>;
      if (waiter === undefined) continue;
      leave(client, waiter);
      // A client that was served moves to the end.
      if (queue.size > 0 && queues.delete(client)) queues.set(client, queue);
      waiter.begin();
      return;
    }
  }

  function leave(client: string, waiter: Waiter): boolean {
    const queue = queues.get(client);
    if (!queue?.delete(waiter)) return false;
    waitingCount -= 1;
    if (queue.size === 0) queues.delete(client);
    return true;
  }

  function join(client: string, signal: AbortSignal | undefined): Promise<EndTurn> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin() {
          stopListening?.();
          resolve(begin(client));
        },
        fail(reason) {
          stopListening?.();
          reject(reason);
        },
      };
      const stopListening =
        signal &&
        onAbort(signal, () => {
          if (leave(client, waiter)) waiter.fail(signal.reason);
        });
      const queue = queues.get(client) ?? new Set();
      queues.set(client, queue.add(waiter));
      waitingCount += 1;
    });
  }

  return {
    async take(client, signal) {
      if (closed) throw closed.reason;
      signal?.throwIfAborted();
      if (hasTurn(client)) return begin(client);
      if (waitingCount >= maxWaiting) throw new TurnRefusedError('service');
      if ((queues.get(client)?.size ?? 0) >= maxWaitingPerClient) throw new TurnRefusedError('client');
      return join(client, signal);
    },
    running: () => runningCount,
    waiting: () => waitingCount,
    close(reason) {
      closed = { reason };
      for (const [client, queue] of [...queues]) {
        for (const waiter of [...queue]) if (leave(client, waiter)) waiter.fail(reason);
      }
    },
  };
}
