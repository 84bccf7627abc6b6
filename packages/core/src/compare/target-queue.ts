/** A queue of paths: the shortest first, ties ordered by octets; each state is queued once. */

export interface Queued {
  readonly target: string;
  /** The minimum length of a target that continues this path. */
  readonly least: number;
  /** Targets with the same state continue in the same way. */
  readonly state: string;
}

/** A path and the length `least` of the continuations to queue when its turn comes. */
export interface Turn<Path> {
  readonly path: Path;
  readonly least: number;
}

/** A binary heap that stores, for each state, the target that reached it. */
export class TargetQueue<Path extends Queued> {
  readonly #heap: Turn<Path>[] = [];
  readonly #reached = new Map<string, Path>();

  /** Adds a path unless the known path to its state is at least as good; returns whether the path was added. */
  push(path: Path): boolean {
    const known = this.#reached.get(path.state);
    if (known && !isBefore(path.least, path.target, known.least, known.target)) return false;
    this.#reached.set(path.state, path);
    this.#add({ path, least: path.least });
    return true;
  }

  /** Queues a path again, for its continuations of length `least`. */
  again(path: Path, least: number): void {
    this.#add({ path, least });
  }

  /** Removes and returns the first entry; drops entries whose state a better path has reached. */
  pop(): Turn<Path> | undefined {
    for (;;) {
      const turn = this.#take();
      if (turn === undefined || this.#reached.get(turn.path.state) === turn.path) return turn;
    }
  }

  #add(turn: Turn<Path>): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isTurnBefore(turn, heap[parent] as Turn<Path>)) break;
      heap[at] = heap[parent] as Turn<Path>;
      at = parent;
    }
    heap[at] = turn;
  }

  #take(): Turn<Path> | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right && isTurnBefore(right, heap[child] as Turn<Path>)) child++;
      if (!isTurnBefore(heap[child] as Turn<Path>, last)) break;
      heap[at] = heap[child] as Turn<Path>;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isTurnBefore(a: Turn<Queued>, b: Turn<Queued>): boolean {
  return isBefore(a.least, a.path.target, b.least, b.path.target);
}

/**
 * Orders paths by `least`, then by target. Paths to the same state can be compared by `least`, because their remaining
 * distance is equal.
 */
function isBefore(leastA: number, targetA: string, leastB: number, targetB: string): boolean {
  return leastA < leastB || (leastA === leastB && targetA < targetB);
}
