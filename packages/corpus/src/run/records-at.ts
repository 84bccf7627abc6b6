/** Reads single records of an archive. */
import { recordsIn } from '../warc/read-warc.ts';
import type { WarcRecord } from '../warc/record-splitter.ts';
import { openArchive } from './archive-source.ts';
import type { RunInput } from './run-plan.ts';

/** A gap of up to this many octets between two records is read too. */
const GAP = 4 * 1024 * 1024;

/** The records that begin at these offsets, which must be in order. */
export async function* recordsAt(
  input: RunInput,
  offsets: readonly number[],
  maxBytes: number,
): AsyncGenerator<WarcRecord> {
  // Frames of Zstandard may need the dictionary at the beginning of the archive; a deflated one has no other entry.
  const isFromStart = /\.zst$/i.test(input.path) || input.within?.isDeflated === true;
  for (const group of isFromStart ? [offsets] : groupsOf(offsets)) {
    const from = isFromStart ? 0 : (group[0] as number);
    const wanted = new Set(group);
    const last = group.at(-1) as number;
    for await (const record of recordsIn(openArchive(input, from), maxBytes)) {
      const offset = from + record.offset;
      if (offset > last) break;
      if (wanted.has(offset)) yield { ...record, offset };
    }
  }
}

function groupsOf(offsets: readonly number[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const offset of offsets) {
    const last = groups.at(-1);
    if (last && offset - (last.at(-1) as number) <= GAP) last.push(offset);
    else groups.push([offset]);
  }
  return groups;
}
