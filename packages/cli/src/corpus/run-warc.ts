import { availableParallelism } from 'node:os';
import type { PresetName } from '@robots-exclusion/client/presets';
import {
  CHANGED,
  type ColumnName,
  chainFailures,
  defaultLimits,
  endOfChain,
  endRanksOf,
  FaultLog,
  type HostTable,
  hostTableOf,
  inlineLess,
  inputsOf,
  isMap,
  type LineOptions,
  type ListedRecords,
  linesOf,
  listedLinesOf,
  octetsOf,
  planRun,
  type Questions,
  ROW_VERSION,
  RunFailure,
  type RunPlan,
  readyQuestions,
  runCorpus,
  shapeOf,
  type TableForm,
  targetColumns,
  unitsOf,
} from '@robots-exclusion/corpus';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { CommandError } from '../command-error.ts';
import type { CrawlerOptions } from '../crawlers/crawler-options.ts';
import { readCrawlers } from '../crawlers/read-crawlers.ts';
import { ExitCode } from '../exit-codes.ts';
import { askedTargets } from '../input/asked-targets.ts';
import { unreadable } from '../input/read-body.ts';
import { withInterrupt } from '../interrupt.ts';
import { counted } from '../output/counted.ts';
import { json } from '../output/encoded.ts';
import { tell, writeLent, writeOut } from '../output/stdout.ts';
import { writeReason } from '../output/write-reason.ts';
import { packageVersion } from '../package-version.ts';
import { type ArchiveOptions, type Archives, archivesOf } from './archive-list.ts';
import { startRunProgress } from './run-progress.ts';

export interface WarcOptions extends CrawlerOptions, ArchiveOptions {
  out?: string;
  targets?: string;
  columns?: string;
  preset: PresetName;
  latest?: boolean;
  follow?: boolean;
  join?: string;
  keys?: boolean;
  memory?: number;
  workers?: number;
  resume?: boolean;
  maxBytes?: number;
  schema?: boolean;
}

/** @throws {CommandError} If the usage is incorrect, or there is no disk space for the table. */
export async function runWarc(named: readonly string[], options: WarcOptions): Promise<ExitCode> {
  const questions = await questionsOf(options);
  if (options.schema) return writeSchema(questions, await joinOf(options));
  inlineLess();
  if (options.out === undefined) {
    const needsOut = (['latest', 'follow', 'join', 'resume'] as const).find((name) => options[name]);
    if (needsOut !== undefined) throw new CommandError(`Cannot use --${needsOut} without --out`);
    const archives = await archivesOf(named, { ...options, follow: options.keys === true });
    return withInterrupt((signal) => asCommand(toStdout(archives, questions, options.keys === true, signal)));
  }
  if (options.keys) throw new CommandError('Cannot use --keys with --out');
  const { form, isFolder, path } = formOf(options.out);
  const { latest: isLatest = false, follow = true } = options;
  const { files, records } = await archivesOf(named, { ...options, follow });
  if (files.includes('-')) {
    throw new CommandError('Cannot read standard input with --out: a run that may be resumed needs files');
  }
  const stages = { program: packageVersion(), isFolder, isLatest, follow, ...(await joinOf(options)) };
  const plan = await asCommand(
    inputsOf(files).then((inputs) => planRun(inputs, form, stages, questions, { records })),
  );
  return withInterrupt((signal) => toFile(plan, path, options, signal), ['SIGINT', 'SIGTERM']);
}

/** Writes the columns that a table with the given options has, for programs that need them before the first row. */
async function writeSchema(questions: Questions, { join }: { join?: HostTable }): Promise<ExitCode> {
  const ready = readyQuestions(questions);
  const shape = shapeOf(ready, join);
  const ranks = endRanksOf(ready);
  const ends = chainFailures.map((failure) => [
    failure,
    { rank: ranks[failure], row: endOfChain(failure, ready) },
  ]);
  const redirects = { most: defaultLimits.maxRedirects, targetColumns, ends: Object.fromEntries(ends) };
  await writeOut(json({ version: ROW_VERSION, ...shape, isMap: isMap(shape), redirects }));
  return ExitCode.allowed;
}

/** Reads the table to join, once and before anything else. */
async function joinOf({ join }: WarcOptions): Promise<{ join?: HostTable }> {
  if (join === undefined) return {};
  try {
    return { join: await hostTableOf(join) };
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message);
    throw unreadable(join, error as NodeJS.ErrnoException);
  }
}

/** @throws {CommandError} If a server does not respond, or its response has changed since the run began. */
async function asCommand<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof RunFailure) throw new CommandError(error.message);
    throw error;
  }
}

async function questionsOf(options: WarcOptions): Promise<Questions> {
  const { preset, literal = false, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { crawlers, profiles } = await readCrawlers(options);
  const agents = crawlers.map(({ given }) => given);
  const targets = await askedTargets(options.targets);
  const columns = options.columns?.split(',').filter(Boolean) as readonly ColumnName[] | undefined;
  const questions = { agents, targets, preset, literal, maxBytes, profiles, columns };
  try {
    readyQuestions(questions);
    return questions;
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

const FORMS: readonly TableForm[] = ['parquet', 'ndjson', 'csv'];

/**
 * Determines the form of `--out`: a file of the type that its extension names, or a folder if the path ends in a slash.
 */
function formOf(out: string): { form: TableForm; isFolder: boolean; path: string } {
  const isFolder = /[/\\]$/.test(out);
  if (isFolder) return { form: 'parquet', isFolder, path: out.replace(/[/\\]+$/, '') };
  const form = FORMS.find((name) => out.toLowerCase().endsWith(`.${name}`));
  if (form) return { form, isFolder, path: out };
  throw new CommandError(
    `Cannot tell the format of ${JSON.stringify(out)}: expected a name that ends with .parquet, .ndjson or .csv, or a folder that ends with "/"`,
  );
}

async function toStdout(
  { files, records }: Archives,
  questions: Questions,
  isKeyed: boolean,
  signal: AbortSignal,
): Promise<ExitCode> {
  const ready = readyQuestions(questions);
  const faults = new FaultLog();
  const rowsByArchive = new Map<string, number>();
  let unresolved = 0;
  const onRows = (path: string, count: number, open: number): void => {
    rowsByArchive.set(path, (rowsByArchive.get(path) ?? 0) + count);
    unresolved += open;
  };
  for await (const lines of linesFrom(files, records, { rows: ready, isKeyed, faults, onRows })) {
    signal.throwIfAborted();
    await writeLent(lines);
  }
  tellUnresolved(unresolved, 'the same 16 MiB of their archive; with --out, all archives are searched');
  return tellFaults(faults, rowsByArchive);
}

async function* linesFrom(
  files: readonly string[],
  records: ListedRecords | undefined,
  options: LineOptions,
): AsyncGenerator<Uint8Array> {
  if (!records) for (const file of files) yield* linesOf(file, options);
  else {
    const inputs = await inputsOf(files);
    yield* listedLinesOf({ inputs, units: unitsOf(inputs, { records }) }, options);
  }
}

/** The default memory limit, in octets, for the joins that follow after all archives are read. */
const DEFAULT_MEMORY = 512 * 1024 * 1024;

async function toFile(
  plan: RunPlan,
  out: string,
  options: WarcOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { workers = availableParallelism(), resume = false, memory = DEFAULT_MEMORY } = options;
  const progress = await startRunProgress(octetsOf(plan));
  let kept: string | undefined;
  try {
    const onProgress = progress.at;
    const onBegin = (folder: string): void => {
      kept = folder;
    };
    const { faults, rowsByArchive, unresolved } = await runCorpus(plan, out, {
      workers,
      resume,
      memory,
      signal,
      onProgress,
      onBegin,
    });
    progress.end();
    tellUnresolved(unresolved, 'these archives');
    return tellFaults(faults, rowsByArchive);
  } catch (error) {
    progress.end();
    if (!signal.aborted) throw failureOf(error, out, kept);
    if (kept !== undefined) tell(`Interrupted: ${goingOn(kept)}`);
    throw error;
  }
}

/** @param kept The folder that keeps the finished parts, if the run has begun. */
function failureOf(error: unknown, out: string, kept: string | undefined): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = writeReason(code);
  const isWritten = reason !== undefined;
  if (!isWritten && !(error instanceof RunFailure)) return error as Error;
  const isUsage = code === undefined || code === CHANGED;
  const what = isWritten
    ? `Cannot write ${JSON.stringify(out)}: ${reason}. The file was neither created nor changed`
    : message;
  const rest = kept === undefined || code === CHANGED ? '' : `; ${goingOn(kept)}`;
  return new CommandError(`${what}${rest}`, isUsage ? ExitCode.usage : ExitCode.internal);
}

function goingOn(kept: string): string {
  return `finished parts are kept in ${kept}; to continue, run the same command with --resume`;
}

function tellUnresolved(count: number, where: string): void {
  if (count > 0) tell(`${counted(count, 'revisit')} without the original in ${where}`);
}

/** A kind of fault that occurs more often is shown once, with its number. */
const MOST_ALIKE = 5;

function tellFaults({ kinds, total }: FaultLog, rowsByArchive: ReadonlyMap<string, number>): ExitCode {
  const shown = kinds.reduce((sum, { count }) => sum + count, 0);
  const paths = kinds.map(({ samples }) => samples[0]?.path);
  const lines = kinds.flatMap(({ samples, count }) => {
    const more = count > MOST_ALIKE ? ` (the first of ${count})` : '';
    return (more ? samples.slice(0, 1) : samples).map((fault) => ({ ...fault, more }));
  });
  lines.sort((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path) || a.offset - b.offset);
  for (const { path, offset, message, more } of lines) tell(`${path}: at octet ${offset}: ${message}${more}`);
  if (total > shown) tell(`${total - shown} more`);
  if (total === 0) return ExitCode.allowed;
  const lost = [...new Set(paths)].filter((path) => !rowsByArchive.get(path ?? '')).length;
  const rest = 'the affected records are missing or unknown; all others were read';
  if (lost === 0) tell(`Found ${counted(total, 'fault')}: ${rest}`);
  else if (lost === rowsByArchive.size) tell(`Found ${counted(total, 'fault')}: no archive gave a row`);
  else
    tell(
      `Found ${counted(total, 'fault')}: ${lost} of ${rowsByArchive.size} archives gave no row; of those that did, ${rest}`,
    );
  return ExitCode.badInput;
}
