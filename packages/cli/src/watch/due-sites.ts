/** Sites by the instant at which something is due: a binary heap, the earliest first. */

/** A site that waits. */
export interface DueSite {
  readonly origin: string;
  /** When it is looked at next: epoch milliseconds. */
  lookAt: number;
  /** When something is due, at the latest `lookAt`. */
  dueAt: number;
  /** Times in a row that the webhook did not take an event. */
  failures: number;
}

/** A queue of sites. */
export class DueSites {
  readonly #heap: DueSite[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** The one that is due first. */
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

  /** Takes the one that is due first. */
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
