/**
 * Reserved times that callers gave back unused. The next callers in this process take these times instead of reserving
 * new ones in the store.
 */
import { LRUCache } from 'lru-cache';

/** A reserved time that is free again. */
interface Unused {
  /** In epoch milliseconds. */
  readonly at: number;
  /** The distance to the neighboring reserved times. */
  readonly delayMs: number;
}

/** The times that are wanted. */
export interface Wanted {
  readonly delayMs: number;
  /** The earliest usable time in epoch milliseconds. */
  readonly notBefore: number;
  readonly now: number;
  /** The maximum number of times. */
  readonly count: number;
}

/** Remembers returned times until they pass. */
export class UnusedInstants {
  readonly #unused: LRUCache<string, Unused[]>;

  constructor(maxKeys: number) {
    this.#unused = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  giveBack(key: string, instant: Unused): void {
    const unused = this.#unused.get(key);
    if (unused) unused.push(instant);
    else this.#unused.set(key, [instant]);
  }

  /** Removes and returns the wanted times, earliest first. */
  take(key: string, { delayMs, notBefore, now, count }: Wanted): number[] {
    const unused = this.#unused.get(key);
    if (!unused) return [];
    const ahead = unused.filter(({ at }) => at > now).sort((a, b) => a.at - b.at);
    const fit = ahead.filter((instant) => instant.delayMs === delayMs && instant.at >= notBefore);
    const taken = new Set(fit.slice(0, count));
    const left = ahead.filter((instant) => !taken.has(instant));
    if (left.length > 0) this.#unused.set(key, left);
    else this.#unused.delete(key);
    return Array.from(taken, ({ at }) => at);
  }
}
