/**
 * Decides whose turn it is to send a page request if a delay applies. Callers in a process take turns in order of
 * arrival, and only the first in line reserves a time in the store. Therefore, a late request delays the requests
 * behind it, and no time is reserved further ahead than necessary.
 */
import { LRUCache } from 'lru-cache';
import { onAbort } from '../abort-listeners.ts';

/** The line of callers for one origin and crawler. */
export interface Line {
  /** The number of callers that wait behind the first. */
  readonly waiting: number;
  /** The time at which the first caller may send, in epoch milliseconds; undefined until known. */
  headAt?: number;
  /**
   * Resolves with a function that ends the turn.
   *
   * @throws The signal's reason if it is aborted first.
   */
  enter(signal: AbortSignal | undefined): Promise<() => void>;
}

/** Returns the line for a key. */
export type Lines = (key: string) => Line;

/**
 * Limit on the lines remembered. Beyond the limit, a line may be forgotten. It then starts anew, and only the store
 * spaces its requests.
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
