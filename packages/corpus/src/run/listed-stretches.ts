/**
 * Groups the records that an index lists into stretches of their archive, so that neighboring records are read
 * together.
 */
import type { RecordPlace } from './record-index.ts';

/** A stretch of an archive from which only single records are wanted. */
export interface ListedStretch {
  readonly from: number;
  readonly to: number;
  /** The offsets of the wanted records. */
  readonly records: readonly number[];
}

/** A gap of up to this many octets between two records is read too, because that takes less time than a round trip. */
const NEAR = 64 * 1024;

/** Limit, in octets, on a stretch with several records. */
export const LISTED_OCTETS: number = 1024 * 1024;

/** The stretches in the order of the archive. A record that is listed twice is read once. */
export function listedStretches(places: readonly RecordPlace[]): readonly ListedStretch[] {
  const stretches: { from: number; to: number; records: number[] }[] = [];
  for (const { offset, length } of places.toSorted((a, b) => a.offset - b.offset)) {
    const end = offset + length;
    const last = stretches.at(-1);
    if (last?.records.at(-1) === offset) continue;
    if (last && offset <= last.to + NEAR && end - last.from <= LISTED_OCTETS) {
      last.records.push(offset);
      last.to = Math.max(last.to, end);
    } else stretches.push({ from: offset, to: end, records: [offset] });
  }
  return stretches;
}
