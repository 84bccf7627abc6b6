/**
 * Whose turn it is to send a page request where a delay is kept: one caller of a process after the other, in the order in
 * which they came. Only the first one in line takes an instant from the store: a request that is sent late moves all behind
 * it, and no instant lies further ahead than it must.
 */
import { LRUCache } from 'lru-cache';
import { onAbort } from '../abort-listeners.ts';

/** Callers of one origin and crawler. */
export interface Line {
  /** Those who wait behind the first one. */
  readonly waiting: number;
  /** When the first one is to send, in epoch milliseconds, once that is known. */
  headAt?: number;
  /**
   * Resolves with what ends the turn.
   *
   * @throws The signal's reason when it is aborted before.
   */
  enter(signal: AbortSignal | undefined): Promise<() => void>;
}

/** Lines by key. */
export type Lines = (key: string) => Line;

/** Lines that are remembered; those beyond are begun anew, and the store still keeps their instants apart. */
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
