/**
 * The records of a unit that other records may complete: named responses, revisits without their original, and segments
 * of divided records.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { readHead } from '../warc/record-head.ts';
import type { WarcRecord } from '../warc/record-splitter.ts';
import { joined, originOf } from '../warc/segments.ts';
import { NAMES, type NameHashes } from './capture-names.ts';
import { OctetReader, OctetWriter } from './octets.ts';
import { type FilePlace, PlacedRows } from './placed-rows.ts';

export interface NamedCapture {
  readonly names: NameHashes;
  /** The archive's index among the inputs of the run. */
  readonly input: number;
  readonly offset: number;
}

/** A revisit whose original was not found when its archive was read. */
export interface OpenRevisit {
  /** The index of its key among the keys of the unit. */
  readonly index: number;
  readonly names: NameHashes;
  readonly input: number;
  readonly offset: number;
  readonly head: Buffer;
  readonly block: Buffer;
  /** Whether the row is complete without the original. */
  readonly isComplete: boolean;
}

export class EntryFile {
  readonly #path: string;
  readonly #octets = new OctetWriter();
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  add(write: (octets: OctetWriter) => void): void {
    write(this.#octets);
    if (this.#octets.length > 1024 * 1024) this.#flush();
  }

  /** @returns Whether there is a file. */
  end(): boolean {
    this.#flush();
    if (this.#file !== undefined) closeSync(this.#file);
    return this.#file !== undefined;
  }

  #flush(): void {
    const octets = this.#octets.taken();
    if (octets.length === 0) return;
    this.#file ??= openSync(this.#path, 'w');
    for (let at = 0; at < octets.length; ) at += writeSync(this.#file, octets, at);
  }
}

export function writeNamed(octets: OctetWriter, { names, input, offset }: NamedCapture): void {
  for (const name of names) octets.f64(name);
  octets.u32(input);
  octets.f64(offset);
}

export function writeRevisit(octets: OctetWriter, revisit: OpenRevisit): void {
  octets.u32(revisit.index);
  for (const name of revisit.names) octets.f64(name);
  octets.u32(revisit.input);
  octets.f64(revisit.offset);
  octets.u8(Number(revisit.isComplete));
  octets.sized(revisit.head);
  octets.sized(revisit.block);
}

/** The responses in a file; none if it does not exist. */
export function* namedIn(path: string): Generator<NamedCapture> {
  const octets = readerOf(path);
  while (!octets.isAtEnd) yield { names: namesIn(octets), input: octets.u32(), offset: octets.f64() };
}

/** The revisits in a file; none if it does not exist. */
export function* revisitsIn(path: string): Generator<OpenRevisit> {
  const octets = readerOf(path);
  while (!octets.isAtEnd) {
    yield {
      index: octets.u32(),
      names: namesIn(octets),
      input: octets.u32(),
      offset: octets.f64(),
      isComplete: octets.u8() === 1,
      head: octets.sized(),
      block: octets.sized(),
    };
  }
}

function readerOf(path: string): OctetReader {
  return new OctetReader(existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
}

function namesIn(octets: OctetReader): NameHashes {
  return Array.from({ length: NAMES }, () => octets.f64());
}

/** A record as octets, apart from what only its archive knows. */
export function writeRecord(octets: OctetWriter, { head, block, isCut, offset }: WarcRecord): void {
  octets.u8(Number(isCut));
  octets.f64(offset);
  octets.sized(head.octets);
  octets.sized(block);
}

export function readRecord(octets: OctetReader): WarcRecord {
  const [isCut, offset] = [octets.u8() === 1, octets.f64()];
  return { head: readHead(octets.sized()), block: octets.sized(), isCut, offset };
}

/** The index of a segment after the first, which has no row. */
const NO_ROW = 0xffffffff;

/** @param index The index of the record's key among the keys of the unit; none for a segment after the first. */
export function writeSegment(
  octets: OctetWriter,
  record: WarcRecord,
  input: number,
  index: number = NO_ROW,
): void {
  octets.u32(index);
  octets.u32(input);
  writeRecord(octets, record);
}

/** The number of first segments with one record id that are joined. Each reads all segments of that id. */
const MOST_COPIES = 16;

interface SegmentPlace {
  readonly path: string;
  readonly place: FilePlace;
}

/** The first segment of a record. */
interface FirstSegment extends SegmentPlace {
  readonly id: string;
  readonly input: number;
  /** The number of first segments with this id before this one. */
  readonly copies: number;
}

/** The segments of a run whose records are not complete in their archives. Some 200 octets of memory for each. */
export class RunSegments {
  /** By unit and index. */
  readonly #firsts = new Map<string, FirstSegment>();
  readonly #copies = new Map<string, number>();
  /** By record id and segment number. */
  readonly #parts = new Map<string, Map<number, SegmentPlace>>();
  readonly #rows = new PlacedRows(0);

  /** @param paths The file of each unit, which may not exist. */
  constructor(paths: readonly string[]) {
    for (const [unit, path] of paths.entries()) this.#add(unit, path);
  }

  /** The whole record whose first segment has this key, and its archive; undefined if segments are missing. */
  whole(unit: number, index: number): { readonly record: WarcRecord; readonly input: number } | undefined {
    const first = this.#firsts.get(`${unit} ${index}`);
    const places = first && this.#parts.get(first.id);
    if (!places || first.copies >= MOST_COPIES) return undefined;
    const parts = [...places].map(([number, place]) => [number, this.#read(place)] as const);
    const record = joined(this.#read(first), new Map(parts));
    return record && { record, input: first.input };
  }

  close(): void {
    this.#rows.close();
  }

  #add(unit: number, path: string): void {
    const octets = readerOf(path);
    while (!octets.isAtEnd) {
      const [index, input, offset] = [octets.u32(), octets.u32(), octets.at];
      const record = readRecord(octets);
      const found = { path, place: { offset, length: octets.at - offset } };
      if (index !== NO_ROW) {
        const id = record.head.id ?? '';
        const copies = this.#copies.get(id) ?? 0;
        this.#copies.set(id, copies + 1);
        this.#firsts.set(`${unit} ${index}`, { ...found, input, id, copies });
        continue;
      }
      const id = originOf(record);
      const parts = this.#parts.get(id) ?? new Map<number, SegmentPlace>();
      this.#parts.set(id, parts);
      const number = record.head.segment as number;
      if (!parts.has(number)) parts.set(number, found);
    }
  }

  #read({ path, place }: SegmentPlace): WarcRecord {
    return readRecord(new OctetReader(this.#rows.at(path, place)));
  }
}
