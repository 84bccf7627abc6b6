/**
 * Copies each redirect's target row to a file that is ordered by redirect. A target may be in any archive, so reading
 * it while its redirect is written would cost a seek per redirect. This module instead reads the target rows of each
 * unit once, before the redirects are written.
 */
import { Blocks, blockOf, MOST_BLOCKS } from './blocks.ts';
import type { Resolution, RowPlace } from './follow.ts';
import type { OctetReader } from './octets.ts';
import { Partitions, partitionPath } from './partitions.ts';
import { type FilePlace, PlacedRows } from './placed-rows.ts';

/** The rows to copy, and the locations of the files. */
export interface AnswersInput {
  /** Returns the resolutions of the redirects in a block of units. */
  readonly resolutionsIn: (block: number) => Iterable<Resolution>;
  readonly units: number;
  /** The file that holds a row. */
  readonly fileOf: (place: RowPlace) => string;
  /** Whether a redirect is in the table. */
  readonly isKept: (unit: number, row: number) => boolean;
  readonly folder: string;
  /** The folder to which the target rows are copied. */
  readonly answers: string;
}

/** A redirect, and the location of its target's row. */
interface Wanted {
  readonly unit: number;
  readonly row: number;
  readonly place: RowPlace;
}

/** The maximum number of redirects in a batch. Each batch is sorted by target. */
const MOST_SORTED = 200_000;

/** The number of octets per read; small, because only some rows are targets. */
const WINDOW = 64 * 1024;

/** Copies the target rows of all redirects that are in the table. */
export async function gatherAnswers(input: AnswersInput, afford: () => Promise<void>): Promise<void> {
  const { units, fileOf } = input;
  const wanted = await wantedByPlace(input, afford);
  const copies = new CopiedRows(input.answers, units);
  const rows = new PlacedRows(WINDOW);
  for (let block = 0; block < wanted.count; block++) {
    for (const some of batchesOf(wanted.read(block))) {
      for (const { unit, row, place } of some) copies.add(unit, row, rows.at(fileOf(place), place));
      await afford();
    }
    wanted.drop(block);
  }
  rows.close();
  copies.flush();
}

/** The redirects whose target rows are wanted, grouped by the block that contains the target. */
async function wantedByPlace(
  { resolutionsIn, units, isKept, folder }: AnswersInput,
  afford: () => Promise<void>,
): Promise<Partitions> {
  const wanted = new Partitions(`${folder}/wanted`, Math.min(units, MOST_BLOCKS));
  for (let block = 0; block < wanted.count; block++) {
    for (const { unit, row, place } of resolutionsIn(block)) {
      if (!place || !isKept(unit, row)) continue;
      wanted.add(blockOf(place.unit, units), (octets) => {
        octets.u32(unit);
        octets.u32(row);
        octets.u32(place.unit);
        octets.u8(Number(place.isTarget));
        octets.f64(place.offset);
        octets.u32(place.length);
      });
    }
    await afford();
  }
  return wanted;
}

/** Wanted rows, sorted by target. */
function* batchesOf(octets: OctetReader): Generator<readonly Wanted[]> {
  while (!octets.isAtEnd) {
    const some: Wanted[] = [];
    while (!octets.isAtEnd && some.length < MOST_SORTED) some.push(readWanted(octets));
    yield some.sort(
      ({ place: a }, { place: b }) =>
        a.unit - b.unit || Number(a.isTarget) - Number(b.isTarget) || a.offset - b.offset,
    );
  }
}

function readWanted(octets: OctetReader): Wanted {
  const [unit, row] = [octets.u32(), octets.u32()];
  const place = {
    unit: octets.u32(),
    isTarget: octets.u8() === 1,
    offset: octets.f64(),
    length: octets.u32(),
  };
  return { unit, row, place };
}

/**
 * Groups the copied rows by the block that contains their redirect, and records their positions in the block's file.
 */
export class CopiedRows {
  readonly #units: number;
  readonly #rows: Partitions;
  readonly #places: Partitions;
  readonly #lengths: number[];

  constructor(folder: string, units: number) {
    const count = Math.min(units, MOST_BLOCKS);
    this.#units = units;
    this.#rows = new Partitions(rowsFolder(folder), count);
    this.#places = new Partitions(placesFolder(folder), count);
    this.#lengths = Array.from({ length: count }, () => 0);
  }

  add(unit: number, row: number, line: Uint8Array): void {
    const block = blockOf(unit, this.#units);
    const offset = this.#lengths[block] as number;
    this.#lengths[block] = offset + line.length;
    this.#rows.add(block, (octets) => octets.octets(line));
    this.#places.add(block, (octets) => {
      octets.u32(unit);
      octets.u32(row);
      octets.f64(offset);
      octets.u32(line.length);
    });
  }

  flush(): void {
    this.#rows.flush();
    this.#places.flush();
  }
}

function rowsFolder(folder: string): string {
  return `${folder}/rows`;
}

function placesFolder(folder: string): string {
  return `${folder}/places`;
}

/** Looks up the copied target row of a redirect. */
export class Answers {
  readonly #folder: string;
  readonly #units: number;
  readonly #places: Blocks<FilePlace>;
  readonly #rows = new PlacedRows(0);

  constructor(folder: string, units: number) {
    this.#folder = folder;
    this.#units = units;
    this.#places = new Blocks(placesFolder(folder), units, (octets) => ({
      unit: octets.u32(),
      row: octets.u32(),
      value: { offset: octets.f64(), length: octets.u32() },
    }));
  }

  /** The copied row; undefined if none was copied. */
  find(unit: number, row: number): Buffer | undefined {
    return this.#places.get(unit, row) && this.get(unit, row);
  }

  /**
   * The row of a redirect's target.
   *
   * @throws {Error} If the row was not copied, because its file is lost or the redirect is not in the table.
   */
  get(unit: number, row: number): Buffer {
    const place = this.#places.get(unit, row);
    if (!place) throw new Error(`The answer to row ${row} of unit ${unit} is not in ${this.#folder}`);
    const block = blockOf(unit, this.#units);
    return this.#rows.at(partitionPath(rowsFolder(this.#folder), block), place);
  }

  close(): void {
    this.#rows.close();
  }
}
