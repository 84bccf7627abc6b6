/**
 * Decides which caller may send the next page request if a delay applies. The callers in a process wait in a queue
 * ("line"), and only the first of them reserves a time in the store. Therefore, a late request delays the requests
 * behind it, and no time is reserved further ahead than necessary.
 */
import { LRUCache } from 'lru-cache';
import { onAbort } from '../abort-listeners.ts';

/** The queue of callers for one origin and one crawler. */
export interface Line {
  /** The number of callers that wait behind the first. */
  readonly waiting: number;
  /** The time at which the first caller may send, in epoch milliseconds; undefined until known. */
  headAt?: number;
  /**
   * Waits for the caller's turn. Resolves to a function that ends the turn.
   *
   * @throws The signal's reason if it is aborted first.
   */
  enter(signal: AbortSignal | undefined): Promise<() => void>;
}

export type Lines = (key: string) => Line;

/**
 * Limit on the stored queues. Beyond the limit, a queue may be dropped. New callers then start another queue, and only
 * the reservations in the store keep the delay between the two queues.
 */
const maxLines = 100_000;

export function createLines(): Lines {
  const lines = new LRUCache<string, Line>({ maxSize: maxLines, sizeCalculation: () => 1 });
  return (key) => {
    const line = lines.get(key) ?? createLine();
    lines.set(key, line);
    return line;
  };
}

interface Waiter {
  go: () => void;
}

function createLine(): Line {
  const queue: Waiter[] = [];
  let isTaken = false;

  function leave(line: Line): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      delete line.headAt;
      const next = queue.shift();
      if (next) next.go();
      else isTaken = false;
    };
  }

  return {
    get waiting() {
      return queue.length;
    },
    enter(signal) {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve(leave(this));
      }
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          go: () => {
            unlink?.();
            resolve(leave(this));
          },
        };
        queue.push(waiter);
        const unlink =
          signal &&
          onAbort(signal, () => {
            const at = queue.indexOf(waiter);
            if (at < 0) return;
            queue.splice(at, 1);
            reject(signal.reason);
          });
      });
    },
  };
}
