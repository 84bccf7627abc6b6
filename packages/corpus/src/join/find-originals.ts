/**
 * Finds the originals of revisits in all archives of a run. Revisits and responses are partitioned by the hashes of their
 * names into files, which are joined pair by pair. The records found are then read from their archives, and copied to a
 * file that is ordered by revisit.
 */
import type { WarcRecord } from '../warc/record-splitter.ts';
import { CopiedRows } from './answers.ts';
import { blockOf, MOST_BLOCKS } from './blocks.ts';
import { ownNames } from './capture-names.ts';
import { OctetWriter } from './octets.ts';
import { Partitions, partitionCount } from './partitions.ts';
import { namedIn, revisitsIn, writeRecord } from './pending.ts';
import { UrlFilter } from './url-filter.ts';

export interface OriginalsInput {
  /** The files of each unit. */
  readonly units: readonly { readonly named: string; readonly revisits: string }[];
  readonly octets: number;
  /** The memory limit, in octets. */
  readonly memory: number;
  readonly folder: string;
  readonly inputs: number;
  /** Reads the records that begin at these offsets of an archive. */
  readonly recordsAt: (input: number, offsets: readonly number[]) => AsyncIterable<WarcRecord>;
  /** The folder to which the records are copied. */
  readonly originals: string;
}

/** A revisit, and a response with one of the names that it gives. */
interface Match {
  readonly unit: number;
  readonly index: number;
  /** The index of the name; more exact names come first. */
  readonly name: number;
  readonly hash: number;
  /** Whether the revisit's row is complete without its original. */
  readonly isComplete: boolean;
  readonly input: number;
  readonly offset: number;
}

/** Copies the original of each revisit. @returns The number of revisits without an original. */
export async function findOriginals(input: OriginalsInput, afford: () => Promise<void>): Promise<number> {
  const { units, folder, inputs, originals } = input;
  const { matches, incomplete } = await matchesOf(input, afford);
  const reads = new Partitions(`${folder}/originals-by-archive`, Math.min(inputs, MOST_BLOCKS));
  let found = 0;
  for (let block = 0; block < matches.count; block++) {
    const best = new Map<string, Match>();
    for (const octets = matches.read(block); !octets.isAtEnd; ) {
      const match = readMatch(octets);
      const key = `${match.unit} ${match.index}`;
      if (isBetter(match, best.get(key))) best.set(key, match);
    }
    for (const match of best.values()) {
      if (!match.isComplete) found++;
      reads.add(blockOf(match.input, inputs), (octets) => writeMatch(octets, match));
    }
    matches.drop(block);
    await afford();
  }
  const copies = new CopiedRows(originals, units.length);
  for (let block = 0; block < reads.count; block++) {
    const wanted: Match[] = [];
    for (const octets = reads.read(block); !octets.isAtEnd; ) wanted.push(readMatch(octets));
    for (const [archive, all] of byArchive(wanted)) {
      await copyRecords(all, input.recordsAt(archive, [...new Set(all.map(({ offset }) => offset))]), copies);
      await afford();
    }
    reads.drop(block);
  }
  copies.flush();
  return incomplete - found;
}

async function matchesOf(
  { units, octets, memory, folder }: OriginalsInput,
  afford: () => Promise<void>,
): Promise<{ readonly matches: Partitions; readonly incomplete: number }> {
  const filter = new UrlFilter(memory / 16);
  const count = partitionCount(octets, memory);
  const wanted = new Partitions(`${folder}/names-wanted`, count);
  const named = new Partitions(`${folder}/names`, count);
  let incomplete = 0;
  for (const [unit, { revisits }] of units.entries()) {
    for (const { index, names, isComplete } of revisitsIn(revisits)) {
      if (!isComplete) incomplete++;
      for (const [name, hash] of names.entries()) {
        if (hash === 0) continue;
        filter.add(String(hash));
        wanted.add(hash % count, (to) =>
          writeMatch(to, { unit, index, name, hash, isComplete, input: 0, offset: 0 }),
        );
      }
    }
    await afford();
  }
  for (const { named: path } of units) {
    for (const { names, input, offset } of namedIn(path)) {
      for (const [name, hash] of names.entries()) {
        if (hash === 0 || !filter.has(String(hash))) continue;
        named.add(hash % count, (to) =>
          writeMatch(to, { unit: 0, index: 0, name, hash, isComplete: true, input, offset }),
        );
      }
    }
    await afford();
  }
  const matches = new Partitions(`${folder}/name-matches`, Math.min(units.length, MOST_BLOCKS));
  for (let partition = 0; partition < count; partition++) {
    const first = new Map<string, Match>();
    for (const from = named.read(partition); !from.isAtEnd; ) {
      const match = readMatch(from);
      const key = `${match.name} ${match.hash}`;
      if (isBetter(match, first.get(key))) first.set(key, match);
    }
    for (const from = wanted.read(partition); !from.isAtEnd; ) {
      const { unit, index, name, hash, isComplete } = readMatch(from);
      const found = first.get(`${name} ${hash}`);
      if (found)
        matches.add(blockOf(unit, units.length), (to) =>
          writeMatch(to, { ...found, unit, index, isComplete }),
        );
    }
    named.drop(partition);
    wanted.drop(partition);
    await afford();
  }
  return { matches, incomplete };
}

/** Of equally exact matches, the first in the archives counts. */
function isBetter(one: Match, other: Match | undefined): boolean {
  if (!other) return true;
  return (one.name - other.name || one.input - other.input || one.offset - other.offset) < 0;
}

/** The matches by archive, each in order. */
function byArchive(matches: Match[]): ReadonlyMap<number, readonly Match[]> {
  const found = new Map<number, Match[]>();
  for (const match of matches.sort((a, b) => a.input - b.input || a.offset - b.offset)) {
    const known = found.get(match.input);
    if (known) known.push(match);
    else found.set(match.input, [match]);
  }
  return found;
}

/** Several records may begin at one offset, if the archive compresses them together. */
async function copyRecords(
  matches: readonly Match[],
  records: AsyncIterable<WarcRecord>,
  copies: CopiedRows,
): Promise<void> {
  const octets = new OctetWriter();
  let from = 0;
  for await (const record of records) {
    while ((matches[from]?.offset ?? Number.POSITIVE_INFINITY) < record.offset) from++;
    const names = ownNames(record.head);
    for (let at = from; matches[at]?.offset === record.offset; at++) {
      const { unit, index, name, hash } = matches[at] as Match;
      if (names[name] !== hash) continue;
      writeRecord(octets, record);
      copies.add(unit, index, octets.taken());
    }
  }
}

function writeMatch(octets: OctetWriter, match: Match): void {
  octets.u32(match.unit);
  octets.u32(match.index);
  octets.u8(match.name | (Number(match.isComplete) << 4));
  octets.f64(match.hash);
  octets.u32(match.input);
  octets.f64(match.offset);
}

function readMatch(octets: ReturnType<Partitions['read']>): Match {
  const [unit, index, flags] = [octets.u32(), octets.u32(), octets.u8()];
  return {
    ...{ unit, index, name: flags & 0xf, isComplete: flags > 0xf },
    hash: octets.f64(),
    input: octets.u32(),
    offset: octets.f64(),
  };
}
