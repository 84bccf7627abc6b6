/** The plan of a run: inputs, options and pieces. It is plain data, so it can be stored and compared. */
import { basename } from 'node:path';
import type { PresetName } from '@robots-exclusion/client/stored-answer';
import { registryWith } from 'robots-exclusion/agents';
import type { HostTable } from '../join/host-table.ts';
import { type ColumnName, ROW_VERSION } from '../row/corpus-row.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import { type RowOptions, readyOptions } from '../row/row-options.ts';
import { type RowShape, rowShape } from '../table/row-shape.ts';
import { STRETCH_OCTETS, type Stretch, stretchesOf, WHOLE } from '../warc/stretch.ts';
import type { ListedRecords, RecordPlace } from './record-index.ts';
import { RunFailure } from './run-failure.ts';

/** Output formats for rows. */
export type TableForm = 'parquet' | 'ndjson' | 'csv';

/** What a piece of a run does: read archives, or write part of the table. */
export type Stage = 'read' | 'finish';

/** The query that is evaluated for every capture. */
export interface Questions {
  readonly agents: readonly string[];
  readonly targets: readonly string[];
  readonly preset: PresetName;
  readonly literal: boolean;
  readonly maxBytes: number;
  /** Further crawlers as JSON, as `spec/schema/agents.json` describes them. */
  readonly profiles: unknown;
  /** The requested columns; by default, all columns. */
  readonly columns?: readonly ColumnName[] | undefined;
}

/** An archive to read. */
export interface RunInput {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** For an archive at a URL, the entity tag by which the server identifies this version of the archive. */
  readonly entityTag?: string;
  /** For an archive at a URL, whether the server supports ranges. */
  readonly takesRanges?: boolean;
  /** For an archive in a ZIP file, that file, and where in it the archive begins. The path then ends with its name. */
  readonly within?: {
    readonly container: RunInput;
    readonly start: number;
    readonly isDeflated: boolean;
    /** The CRC-32 of the archive. */
    readonly checksum: number;
  };
}

/** The name of an archive in its rows: that of its file and, in a ZIP file, its own. */
export function nameOf({ path, within }: RunInput): string {
  const file = within?.container.path ?? path;
  return `${basename(file)}${path.slice(file.length)}`;
}

/** The plan of a run. */
export interface RunPlan {
  readonly version: string;
  /** The version of the program, because the files of an interrupted run may have another format in another version. */
  readonly program?: string;
  readonly form: TableForm;
  /** Whether the table is a folder of Parquet files. */
  readonly isFolder: boolean;
  readonly isLatest: boolean;
  /** Whether redirects get the data of the captures that they lead to. */
  readonly follow: boolean;
  /** The table whose data about hosts is added to rows. */
  readonly join?: HostTable;
  readonly questions: Questions;
  readonly inputs: readonly RunInput[];
  /** Archives and stretches that are read together, in order. */
  readonly units: readonly (readonly UnitStretch[])[];
}

/** A whole archive, a stretch of a long archive, or some records of an archive. */
export interface UnitStretch extends Stretch {
  readonly input: number;
  /** The offsets of the wanted records; by default, all records. */
  readonly records?: readonly number[];
}

/**
 * The minimum size that a stretch of listed records adds to its unit. Even a request for a few octets takes as long as
 * reading this many.
 */
const LEAST_STRETCH = 16 * 1024;

export interface Division {
  /** The wanted records by archive, if not all records are to be read. */
  readonly records?: ListedRecords | undefined;
  /** The number of archive octets per unit. @default {16 MiB} */
  readonly unitOctets?: number;
}

/** @throws {RunFailure} If single records are wanted from a server that does not support ranges. */
export function planRun(
  inputs: readonly RunInput[],
  form: TableForm,
  stages: Pick<RunPlan, 'program' | 'isFolder' | 'isLatest' | 'follow' | 'join'>,
  questions: Questions,
  division: Division = {},
): RunPlan {
  return { version: ROW_VERSION, form, ...stages, questions, inputs, units: unitsOf(inputs, division) };
}

/** Reads small archives together, so that row groups do not become small, and divides long archives. */
export function unitsOf(
  inputs: readonly RunInput[],
  { records, unitOctets = STRETCH_OCTETS }: Division,
): RunPlan['units'] {
  const units: UnitStretch[][] = [];
  let octets = Number.POSITIVE_INFINITY;
  for (const [index, input] of inputs.entries()) {
    for (const stretch of stretchesIn(input, records, unitOctets)) {
      const length = Math.max(lengthOf(stretch, input), records ? LEAST_STRETCH : 0);
      if (octets + length > unitOctets) {
        units.push([]);
        octets = 0;
      }
      units.at(-1)?.push({ input: index, ...stretch });
      octets += length;
    }
  }
  return units;
}

function stretchesIn(
  { path, size, takesRanges, within }: RunInput,
  records: ListedRecords | undefined,
  unitOctets: number,
): readonly Omit<UnitStretch, 'input'>[] {
  if (records && within) throw new RunFailure(`Cannot read ${path}: expected an index of WARC files`);
  if (records && takesRanges === false)
    throw new RunFailure(`Cannot read ${path}: its server does not support range requests`);
  if (records) return listedStretches(records.get(path) ?? []);
  return takesRanges === false || within?.isDeflated ? [WHOLE] : stretchesOf(path, size, unitOctets);
}

function lengthOf({ from, to }: Stretch, { size }: RunInput): number {
  return (to ?? size) - from;
}

/** The number of octets that a run reads. */
export function octetsOf({ units, inputs }: RunPlan): number {
  const lengths = units.flat().map((stretch) => lengthOf(stretch, inputs[stretch.input] as RunInput));
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** @throws {TypeError | RangeError} If an option has the wrong type or value. */
export function readyQuestions({ profiles, columns, ...questions }: Questions): ReadyOptions {
  const options: RowOptions = columns === undefined ? questions : { ...questions, columns };
  return readyOptions(profiles === undefined ? options : { ...options, registry: registryWith(profiles) });
}

/** The columns of a run's rows; the columns of a joined table come last. */
export function shapeOf({ columns, crawlers, targets }: ReadyOptions, join?: HostTable): RowShape {
  const names = crawlers.map(({ name }) => name);
  const shape = rowShape(columns, names, targets);
  return { ...shape, columns: [...shape.columns, ...(join?.columns ?? [])] };
}

/** What identifies the octets of an archive: its entity tag or, if it has none, the time of its last change. */
function identityOf(input: RunInput | undefined): string {
  return JSON.stringify([input?.size, input?.entityTag ?? input?.modifiedMs]);
}

/** A description of how two runs differ; undefined if they do not. */
export function differenceOf(before: RunPlan, now: RunPlan): string | undefined {
  if (before.version !== now.version) return `rows had version ${before.version}, now ${now.version}`;
  if (before.program !== now.program)
    return `version ${before.program ?? 'unknown'} of the program made it, and this is version ${now.program ?? 'unknown'}`;
  const names = (plan: RunPlan): string => JSON.stringify(plan.inputs.map(({ path }) => path));
  if (names(before) !== names(now)) return 'it read other files, or read them in another order';
  const changed = before.inputs.find((input, index) => identityOf(input) !== identityOf(now.inputs[index]));
  if (changed) return `${changed.path} has changed since`;
  if (before.form !== now.form) return `the format was ${before.form}`;
  if (before.isLatest !== now.isLatest) return `--latest was ${before.isLatest ? 'set' : 'not set'}`;
  if (before.follow !== now.follow) return `redirects were ${before.follow ? '' : 'not '}followed`;
  if (JSON.stringify(before.join) !== JSON.stringify(now.join))
    return 'another table was joined, or the table has changed';
  for (const key of Object.keys({ ...before.questions, ...now.questions }) as (keyof Questions)[]) {
    const [old, current] = [JSON.stringify(before.questions[key]), JSON.stringify(now.questions[key])];
    if (old !== current) return `${key} was ${old ?? 'not set'}, now ${current ?? 'not set'}`;
  }
  if (JSON.stringify(before.units) === JSON.stringify(now.units)) return undefined;
  const isListed = now.units.some((unit) => unit.some(({ records }) => records));
  return isListed ? 'the index listed other records' : 'it divided the files differently';
}

/** A stretch of an archive from which only single records are wanted. */
interface ListedStretch {
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
function listedStretches(places: readonly RecordPlace[]): readonly ListedStretch[] {
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
