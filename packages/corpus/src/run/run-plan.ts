/** What a run does: inputs, options, and pieces. Plain data, so it can be stored and compared. */
import type { PresetName } from '@robots-exclusion/client/stored-answer';
import { registryWith } from 'robots-exclusion/agents';
import type { HostTable } from '../join/host-table.ts';
import { type ColumnName, ROW_VERSION } from '../row/corpus-row.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import { type RowOptions, readyOptions } from '../row/row-options.ts';
import { type RowShape, rowShape } from '../table/row-shape.ts';
import { STRETCH_OCTETS, type Stretch, stretchesOf, WHOLE } from '../warc/stretch.ts';

/** Forms that rows are written in. */
export type TableForm = 'parquet' | 'ndjson' | 'csv';

/** What a piece of a run does: reads archives, or makes the table. */
export type Stage = 'read' | 'finish';

/** The question about every capture. */
export interface Questions {
  readonly agents: readonly string[];
  readonly targets: readonly string[];
  readonly preset: PresetName;
  readonly literal: boolean;
  readonly maxBytes: number;
  /** Further crawlers as JSON, as `spec/schema/agents.json` describes them. */
  readonly profiles: unknown;
  /** Requested columns; all by default. */
  readonly columns?: readonly ColumnName[] | undefined;
}

/** An archive that is read. */
export interface RunInput {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** For an address: the server's identifier of this version. */
  readonly entityTag?: string;
  /** For an address: the server supports ranges. */
  readonly takesRanges?: boolean;
}

/** A run. */
export interface RunPlan {
  readonly version: string;
  readonly form: TableForm;
  /** The table is a folder of Parquet files. */
  readonly isFolder: boolean;
  readonly isLatest: boolean;
  /** Redirects get the data of the capture that they lead to. */
  readonly follow: boolean;
  /** Rows get this table's data about their host. */
  readonly join?: HostTable;
  readonly questions: Questions;
  readonly inputs: readonly RunInput[];
  /** What is read together, in order. */
  readonly units: readonly (readonly UnitStretch[])[];
}

/** An archive, or a stretch of a long one. */
export interface UnitStretch extends Stretch {
  /** Its index in `inputs`. */
  readonly input: number;
}

/**
 * Small archives are read together, so that row groups are not small; long ones are divided.
 *
 * @param unitOctets Of archives, for one unit.
 */
export function planRun(
  inputs: readonly RunInput[],
  form: TableForm,
  stages: Pick<RunPlan, 'isFolder' | 'isLatest' | 'follow' | 'join'>,
  questions: Questions,
  unitOctets: number = STRETCH_OCTETS,
): RunPlan {
  const units: UnitStretch[][] = [];
  let octets = Number.POSITIVE_INFINITY;
  for (const [input, { path, size, takesRanges }] of inputs.entries()) {
    const stretches = takesRanges === false ? [WHOLE] : stretchesOf(path, size, unitOctets);
    for (const stretch of stretches) {
      const length = (stretch.to ?? size) - stretch.from;
      if (octets + length > unitOctets) {
        units.push([]);
        octets = 0;
      }
      units.at(-1)?.push({ input, ...stretch });
      octets += length;
    }
  }
  return { version: ROW_VERSION, form, ...stages, questions, inputs, units };
}

/** @throws {TypeError | RangeError} If an option is not of its kind. */
export function readyQuestions({ profiles, columns, ...questions }: Questions): ReadyOptions {
  const options: RowOptions = columns === undefined ? questions : { ...questions, columns };
  return readyOptions(profiles === undefined ? options : { ...options, registry: registryWith(profiles) });
}

/**
 * Rows are not final when their archive is read: which ones are kept, and where redirects lead, is known only at the
 * end, and row groups are larger than the units.
 */
export function isStaged({ form, isLatest, follow, join }: RunPlan): boolean {
  return form === 'parquet' || isLatest || follow || join !== undefined;
}

/** The columns of a run's rows; those of a joined table come last. */
export function shapeOf({ columns, crawlers, targets }: ReadyOptions, join?: HostTable): RowShape {
  const names = crawlers.map(({ name }) => name);
  const shape = rowShape(columns, names, targets);
  return { ...shape, columns: [...shape.columns, ...(join?.columns ?? [])] };
}

/** How two runs differ, in words; undefined if they do not. */
export function differenceOf(before: RunPlan, now: RunPlan): string | undefined {
  if (before.version !== now.version) return `rows had version ${before.version}, now ${now.version}`;
  const names = (plan: RunPlan): string => JSON.stringify(plan.inputs.map(({ path }) => path));
  if (names(before) !== names(now)) return 'it was about other files, or in another order';
  const changed = before.inputs.find(
    (input, index) => JSON.stringify(input) !== JSON.stringify(now.inputs[index]),
  );
  if (changed) return `${changed.path} has changed since`;
  if (before.form !== now.form) return `the form was ${before.form}`;
  if (before.isLatest !== now.isLatest) return `--latest was ${before.isLatest ? 'set' : 'not set'}`;
  if (before.follow !== now.follow) return `redirects were ${before.follow ? '' : 'not '}followed`;
  if (JSON.stringify(before.join) !== JSON.stringify(now.join))
    return 'another table was joined, or it has changed';
  for (const key of Object.keys({ ...before.questions, ...now.questions }) as (keyof Questions)[]) {
    const [old, current] = [JSON.stringify(before.questions[key]), JSON.stringify(now.questions[key])];
    if (old !== current) return `${key} was ${old ?? 'not set'}, now ${current ?? 'not set'}`;
  }
  const isDivided = JSON.stringify(before.units) === JSON.stringify(now.units);
  return isDivided ? undefined : 'it divided the files otherwise';
}
