/**
 * Instants that callers returned before they passed. No other caller has them, so the next caller of this process
 * takes them before asking the store.
 */
import { LRUCache } from 'lru-cache';

/** An instant that is free again. */
interface Unused {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The distance to the neighboring instants. */
  readonly delayMs: number;
}

/** The instants wanted. */
export interface Wanted {
  readonly delayMs: number;
  /** Epoch milliseconds: earlier instants are useless. */
  readonly notBefore: number;
  readonly now: number;
  /** At most this many. */
  readonly count: number;
}

/** Remembers returned instants until they pass. */
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

  /** Removes the wanted instants, earliest first. */
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
