/**
 * Completes rows by records that may be in any archive of the run, before or after them: revisits by their originals,
 * and divided records by their segments.
 */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Answers } from '../join/answers.ts';
import { findOriginals } from '../join/find-originals.ts';
import { OctetReader } from '../join/octets.ts';
import { RunSegments, readRecord, revisitsIn } from '../join/pending.ts';
import { PlacedRows } from '../join/placed-rows.ts';
import { rowKeys } from '../join/row-keys.ts';
import { Answer } from '../row/answer.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import type { Capture } from '../warc/capture.ts';
import { answerOf, decodable, recordsIn, repeatedCapture } from '../warc/read-warc.ts';
import { readHead } from '../warc/record-head.ts';
import type { WarcRecord } from '../warc/record-splitter.ts';
import { openArchive } from './archive-source.ts';
import { IntermediateWriter, unitFiles } from './intermediate.ts';
import { nameOf, type RunInput, type RunPlan, readyQuestions } from './run-plan.ts';
import { completedPath, partPath } from './unit.ts';

export interface CompletedRun {
  readonly plan: RunPlan;
  readonly folder: string;
  /** The memory limit, in octets. */
  readonly memory: number;
  readonly work: string;
}

/** @returns The number of revisits whose original is in none of the archives. */
export async function completeRows(
  { plan, folder, memory, work }: CompletedRun,
  afford: () => Promise<void>,
): Promise<number> {
  const parts = [...plan.units.keys()].map((unit) => partPath(folder, unit).rows);
  const units = parts.map(unitFiles);
  const hasRevisits = units.some(({ revisits }) => existsSync(revisits));
  const open = [...units.entries()].filter(([, files]) =>
    [files.revisits, files.segments].some((path) => existsSync(path)),
  );
  if (open.length === 0) return 0;
  const options = readyQuestions(plan.questions);
  const sizes = units.flatMap(({ named, revisits }) => [named, revisits]).filter((path) => existsSync(path));
  const octets = sizes.reduce((sum, path) => sum + statSync(path).size, 0);
  const copies = join(work, 'originals');
  rmSync(copies, { recursive: true, force: true });
  const find = {
    ...{ units, octets, memory, originals: copies, folder: work, inputs: plan.inputs.length },
    recordsAt: (input: number, offsets: readonly number[]) =>
      recordsAt(plan.inputs[input] as RunInput, offsets, options.maxBytes),
  };
  const unresolved = hasRevisits ? await findOriginals(find, afford) : 0;
  const originals = new Answers(copies, units.length);
  const segments = new RunSegments(units.map((files) => files.segments));
  for (const [unit] of open) {
    await completeUnit({ plan, options, unit, part: parts[unit] as string, originals, segments });
    await afford();
  }
  originals.close();
  segments.close();
  return unresolved;
}

const WINDOW = 1024 * 1024;

interface CompletedUnit {
  readonly plan: RunPlan;
  readonly options: ReadyOptions;
  readonly unit: number;
  /** The path of the unit's part. */
  readonly part: string;
  readonly originals: Answers;
  readonly segments: RunSegments;
}

/** Copies the rows of a unit, and writes those of records that are complete now. */
async function completeUnit({
  plan,
  options,
  unit,
  part,
  originals,
  segments,
}: CompletedUnit): Promise<void> {
  const files = unitFiles(part);
  const writer = new IntermediateWriter(completedPath(part), options, plan.form);
  const placed = { rows: new PlacedRows(WINDOW), targets: new PlacedRows(WINDOW) };
  const offsets = { rows: 0, targets: 0 };
  const revisits = revisitsIn(files.revisits);
  let open = revisits.next();
  const captureAt = (index: number): { capture: Capture; input: number } | undefined => {
    const whole = segments.whole(unit, index);
    if (whole) return { capture: answerOf(whole.record), input: whole.input };
    if (open.done || open.value.index !== index) return undefined;
    const { head, block, offset, input } = open.value;
    open = revisits.next();
    const original = originals.find(unit, index);
    const record = { head: readHead(head), block, offset, isCut: false };
    return original && { capture: repeatedCapture(record, readRecord(new OctetReader(original))), input };
  };
  let index = 0;
  for (const key of rowKeys(files.keys)) {
    const file = key.isTarget ? 'targets' : 'rows';
    const place = { offset: offsets[file], length: key.length };
    offsets[file] += key.length;
    const found = captureAt(index++);
    if (!found) writer.copy(key, placed[file].at(files[file], place));
    else {
      await decodable([found.capture]);
      const warc = nameOf(plan.inputs[found.input] as RunInput);
      writer.add(new Answer(found.capture, { ...options, warc }), key.isTarget, found.input);
    }
  }
  for (const each of Object.values(placed)) each.close();
  writer.end();
}

/** A gap of up to this many octets between two records is read too. */
const GAP = 4 * 1024 * 1024;

/** The records that begin at these offsets, which must be in order. */
async function* recordsAt(
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
