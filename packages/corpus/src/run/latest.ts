/** Of several captures of one origin, the newest that is conclusive. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { CorpusRow } from '../row/corpus-row.ts';

/** The best row of an origin so far. */
interface Best {
  readonly rank: number;
  readonly fetchedAt: string;
  readonly index: number;
}

/** An answer of the origin counts before a failure to get one; a row without an outcome is not conclusive. */
function rankOf({ outcome }: CorpusRow): number {
  if (outcome === null) return 0;
  return outcome === 'unreachable' ? 1 : 2;
}

/**
 * Indexes of the rows that stay, in files of NDJSON read one after another: one for each origin that has a conclusive row.
 * Of two that were fetched at the same time the later row stays. Memory: some 200 octets an origin.
 */
export async function latestRows(paths: readonly string[]): Promise<ReadonlySet<number>> {
  const best = new Map<string, Best>();
  let index = 0;
  for await (const row of rowsIn(paths)) {
    const rank = rankOf(row);
    const fetchedAt = row.fetched_at ?? '';
    const known = row.origin === null ? undefined : best.get(row.origin);
    const isBetter = !known || rank > known.rank || (rank === known.rank && fetchedAt >= known.fetchedAt);
    if (rank > 0 && row.origin !== null && isBetter) best.set(row.origin, { rank, fetchedAt, index });
    index++;
  }
  return new Set([...best.values()].map((one) => one.index));
}

/** Rows in files of NDJSON. */
export async function* rowsIn(paths: readonly string[]): AsyncGenerator<CorpusRow> {
  for (const path of paths) {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) yield JSON.parse(line) as CorpusRow;
  }
}
