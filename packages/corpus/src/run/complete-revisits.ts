/** Completes revisits by their originals, which may be in any archive of the run, before or after them. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Answers } from '../join/answers.ts';
import { findOriginals } from '../join/find-originals.ts';
import { completeUnit } from './complete-unit.ts';
import { unitFiles } from './intermediate.ts';
import { recordsAt } from './records-at.ts';
import { type RunInput, type RunPlan, readyQuestions } from './run-plan.ts';
import { completedPath, partPath } from './unit.ts';

/** The run, and the folder for intermediate files. */
export interface RevisitInput {
  readonly plan: RunPlan;
  readonly folder: string;
  /** The memory limit, in octets. */
  readonly memory: number;
  readonly work: string;
}

/** @returns The number of revisits whose original is in none of the archives. */
export async function completeRevisits(
  { plan, folder, memory, work }: RevisitInput,
  afford: () => Promise<void>,
): Promise<number> {
  const parts = [...plan.units.keys()].map((unit) => partPath(folder, unit).rows);
  const units = parts.map(unitFiles);
  const open = [...units.keys()].filter((unit) => existsSync((units[unit] as Files).revisits));
  if (open.length === 0) return 0;
  const options = readyQuestions(plan.questions);
  const sizes = units.flatMap(({ named, revisits }) => [named, revisits]).filter((path) => existsSync(path));
  const octets = sizes.reduce((sum, path) => sum + statSync(path).size, 0);
  const originals = join(work, 'originals');
  rmSync(originals, { recursive: true, force: true });
  const unresolved = await findOriginals(
    {
      ...{ units, octets, memory, originals },
      folder: work,
      inputs: plan.inputs.length,
      recordsAt: (input, offsets) => recordsAt(plan.inputs[input] as RunInput, offsets, options.maxBytes),
    },
    afford,
  );
  const found = new Answers(originals, units.length);
  for (const unit of open) {
    const part = parts[unit] as string;
    const completed = completedPath(part);
    await completeUnit({ plan, options, unit, part, completed, originals: found });
    await afford();
  }
  found.close();
  return unresolved;
}

type Files = ReturnType<typeof unitFiles>;
