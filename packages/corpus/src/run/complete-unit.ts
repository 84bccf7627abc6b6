/** Writes the files of a unit anew, once the originals of its revisits are known. */
import type { Answers } from '../join/answers.ts';
import { copiedRecord } from '../join/find-originals.ts';
import { revisitsIn } from '../join/pending.ts';
import { PlacedRows } from '../join/placed-rows.ts';
import { rowKeys } from '../join/row-keys.ts';
import { Answer } from '../row/answer.ts';
import type { ReadyOptions } from '../row/ready-options.ts';
import { decodable, repeatedCapture } from '../warc/read-warc.ts';
import { readHead } from '../warc/record-head.ts';
import { IntermediateWriter, unitFiles } from './intermediate.ts';
import { nameOf, type RunInput, type RunPlan } from './run-plan.ts';

const WINDOW = 1024 * 1024;

/** What a unit is written from. */
export interface CompletedUnit {
  readonly plan: RunPlan;
  readonly options: ReadyOptions;
  readonly unit: number;
  /** The path of the unit's part, and of the new one. */
  readonly part: string;
  readonly completed: string;
  readonly originals: Answers;
}

/** Copies the rows of a unit, and writes those of revisits whose original was found. */
export async function completeUnit({
  plan,
  options,
  unit,
  part,
  completed,
  originals,
}: CompletedUnit): Promise<void> {
  const files = unitFiles(part);
  const writer = new IntermediateWriter(completed, options, plan.form);
  const placed = { rows: new PlacedRows(WINDOW), targets: new PlacedRows(WINDOW) };
  const offsets = { rows: 0, targets: 0 };
  const revisits = revisitsIn(files.revisits);
  let open = revisits.next();
  let index = 0;
  for (const key of rowKeys(files.keys)) {
    const file = key.isTarget ? 'targets' : 'rows';
    const place = { offset: offsets[file], length: key.length };
    offsets[file] += key.length;
    const revisit = !open.done && open.value.index === index ? open.value : undefined;
    const original = revisit && originals.find(unit, index);
    if (revisit) open = revisits.next();
    index++;
    if (!original) writer.copy(key, placed[file].at(files[file], place));
    else {
      const { head, block, offset, input } = revisit;
      const record = { head: readHead(head), block, offset, isCut: false };
      const capture = repeatedCapture(record, copiedRecord(original));
      await decodable([capture]);
      const warc = nameOf(plan.inputs[input] as RunInput);
      writer.add(new Answer(capture, { ...options, warc }), key.isTarget, input);
    }
  }
  for (const each of Object.values(placed)) each.close();
  writer.end();
}
