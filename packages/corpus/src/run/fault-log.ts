/** Data that could not be read: samples, and how often each kind occurred. */
import type { Fault } from '../warc/piece.ts';

/** Data that could not be read, and its location. */
export interface RunFault {
  readonly path: string;
  readonly offset: number;
  readonly code: Fault['code'] | 'not-warc' | 'no-capture';
  readonly message: string;
}

/** A fault as a reader reports it. */
export type ToldFault = Omit<RunFault, 'path'>;

/** The faults of one kind in one archive. */
export interface FaultKind {
  /** The first faults. */
  readonly samples: readonly RunFault[];
  readonly count: number;
}

/** Limits on the samples of a kind, and on kinds. A damaged archive may have a fault every few octets. */
const MOST_SAMPLES = 20;
const MOST_KINDS = 20;

/** Collects faults. */
export class FaultLog {
  readonly #kinds = new Map<string, { samples: RunFault[]; count: number }>();
  /** The number of all faults. */
  total = 0;

  add(path: string, fault: ToldFault): void {
    this.#add({ samples: [{ path, ...fault }], count: 1 });
    this.total++;
  }

  /** Adds the faults of another log. */
  join(kinds: readonly FaultKind[], total: number): void {
    for (const kind of kinds) this.#add(kind);
    this.total += total;
  }

  get kinds(): readonly FaultKind[] {
    return [...this.#kinds.values()];
  }

  #add({ samples, count }: FaultKind): void {
    const key = `${samples[0]?.code} ${samples[0]?.path}`;
    const kind = this.#kinds.get(key) ?? { samples: [], count: 0 };
    if (kind.count === 0 && this.#kinds.size === MOST_KINDS) return;
    kind.samples.push(...samples.slice(0, MOST_SAMPLES - kind.samples.length));
    kind.count += count;
    this.#kinds.set(key, kind);
  }
}
