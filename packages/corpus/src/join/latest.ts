/**
 * Selects the newest conclusive capture of each origin. Origins are partitioned into files, the best row of each origin
 * is found file by file, and one bit per row records whether the row is kept.
 */
import { Partitions, partitionCount, partitionOf } from './partitions.ts';
import { type Rank, rowKeys } from './row-keys.ts';

interface Best {
  readonly rank: Rank;
  readonly time: number;
  readonly index: number;
}

/** The rows to choose from, and the locations of the files. */
export interface LatestInput {
  /** The key file of each unit. */
  readonly keys: readonly string[];
  /** The total number of rows in all units. */
  readonly rows: number;
  readonly octets: number;
  /** The memory limit, in octets. */
  readonly memory: number;
  readonly folder: string;
  /** The rank of a redirect, once its target is known. */
  readonly rankOf: (unit: number, row: number) => Rank | undefined;
}

/**
 * One bit per row, over all units in order; a set bit means that the row is kept. If two captures were fetched at the
 * same time, the one that is later in the archives is kept. If no row of an origin is conclusive, none is kept.
 */
export async function latestRows(input: LatestInput, afford: () => Promise<void>): Promise<Uint8Array> {
  const origins = new Partitions(`${input.folder}/origins`, partitionCount(input.octets, input.memory));
  let index = 0;
  for (const [unit, path] of input.keys.entries()) {
    let row = 0;
    for (const { isTarget, origin, time, rank, redirectTarget } of rowKeys(path)) {
      if (isTarget) continue;
      const known = redirectTarget === '' ? rank : (input.rankOf(unit, row) ?? rank);
      if (origin !== '' && known > 0) {
        origins.add(partitionOf(origin, origins.count), (octets) => {
          octets.text(origin);
          octets.u8(known);
          octets.f64(Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time);
          octets.f64(index);
        });
      }
      row++;
      index++;
    }
    await afford();
  }
  const bits = new Uint8Array(Math.ceil(input.rows / 8));
  for (let partition = 0; partition < origins.count; partition++) {
    const best = new Map<string, Best>();
    for (const octets = origins.read(partition); !octets.isAtEnd; ) {
      const origin = octets.text();
      const one = { rank: octets.u8() as Rank, time: octets.f64(), index: octets.f64() };
      const known = best.get(origin);
      if (!known || one.rank > known.rank || (one.rank === known.rank && one.time >= known.time)) {
        best.set(origin, one);
      }
    }
    for (const { index: at } of best.values()) bits[at >>> 3]! |= 1 << (at & 7);
    origins.drop(partition);
    await afford();
  }
  return bits;
}
