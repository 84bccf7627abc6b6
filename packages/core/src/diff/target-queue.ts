/** Paths still to be followed: the shortest first, among equals the smallest; each state once. */

/** What the queue orders by. */
export interface Queued {
  readonly target: string;
  readonly least: number;
  /** Targets with the same state go on alike. */
  readonly state: string;
}

/** A binary heap that remembers by which target each state was reached. */
export class TargetQueue<Path extends Queued> {
  readonly #heap: Path[] = [];
  readonly #reached = new Map<string, Path>();

  /** Adds a path, unless a target that is as good leads to its state; true if it was added. */
  push(path: Path): boolean {
    const known = this.#reached.get(path.state);
    if (known && !isLess(path, known)) return false;
    this.#reached.set(path.state, path);
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isLess(path, heap[parent] as Path)) break;
      heap[at] = heap[parent] as Path;
      at = parent;
    }
    heap[at] = path;
    return true;
  }

  /** Takes the first path; those that a better one to their state replaced are passed over. */
  pop(): Path | undefined {
    for (;;) {
      const path = this.#take();
      if (path === undefined || this.#reached.get(path.state) === path) return path;
    }
  }

  #take(): Path | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isLess(heap[child + 1] as Path, heap[child] as Path)) child++;
      if (!isLess(heap[child] as Path, last)) break;
      heap[at] = heap[child] as Path;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

/** All paths to one state have the same way to go, so that the length of the target orders them, too. */
function isLess(a: Queued, b: Queued): boolean {
  return a.least < b.least || (a.least === b.least && a.target < b.target);
}
