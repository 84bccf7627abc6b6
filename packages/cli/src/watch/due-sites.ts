/** A queue of sites, ordered by the time at which work is due: a binary heap, earliest first. */

/** A site in the queue. */
export interface DueSite {
  readonly origin: string;
  /** The time of the next check, in epoch milliseconds. */
  lookAt: number;
  /** The time of the next work of any kind, which is never later than `lookAt`. */
  dueAt: number;
  /** The number of consecutive deliveries that the webhook rejected. */
  failures: number;
}

/** A queue of sites. */
export class DueSites {
  readonly #heap: DueSite[] = [];

  get size(): number {
    return this.#heap.length;
  }

  get first(): DueSite | undefined {
    return this.#heap[0];
  }

  add(site: DueSite): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = heap[above] as DueSite;
      if (parent.dueAt <= site.dueAt) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = site;
  }

  /** Removes and returns the site that is due first. */
  take(): DueSite | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      const [left, right] = [heap[below] as DueSite, heap[below + 1]];
      if (right && right.dueAt < left.dueAt) below++;
      const child = heap[below] as DueSite;
      if (child.dueAt >= last.dueAt) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}
