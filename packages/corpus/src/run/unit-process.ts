/** A worker process that receives pieces of a run and writes their parts. */
import { serveTasks, type TaskPort, type Tell } from '@robots-exclusion/client/pool';
import { inlineLess } from './inline-less.ts';
import { doPiece } from './pieces.ts';
import { RunFailure } from './run-failure.ts';
import type { RunPlan, Stage, UnitStretch } from './run-plan.ts';
import { storedPlan } from './stored-plan.ts';

/** What the process receives. It reads the plan from the folder once, because a plan for many archives is long. */
export interface UnitTask {
  /** The piece to perform: it reads a unit of archives, or writes a part of the table. */
  readonly stage: Stage;
  readonly folder: string;
  readonly unit: number;
  /** The stretches to read for the unit; they may differ from those in the plan. */
  readonly stretches?: readonly UnitStretch[] | undefined;
}

/** Pause between two reports of progress, in milliseconds. */
const PROGRESS_MS = 200;

const port: TaskPort = {
  on: (name, hear) => void process.on(name, (message) => hear(message as Parameters<typeof hear>[0])),
  // If a message cannot be sent, the parent process has ended, so this process exits too.
  postMessage: (message) =>
    void process.send?.(message, (error: Error | null) => {
      if (error) process.exit();
    }),
};

let known: { readonly folder: string; readonly plan: RunPlan } | undefined;

function planOf({ folder, unit, stretches }: UnitTask): RunPlan {
  if (known?.folder !== folder) known = { folder, plan: storedPlan(folder) as RunPlan };
  const { plan } = known;
  return stretches ? { ...plan, units: plan.units.with(unit, stretches) } : plan;
}

async function doUnit(task: UnitTask, tell: Tell): Promise<void> {
  const { stage, unit, folder } = task;
  const plan = planOf(task);
  let last = 0;
  try {
    await doPiece(stage, plan, unit, folder, (progress) => {
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      tell(progress);
    });
  } catch (error) {
    // Includes the stack, which is needed to find a defect.
    const isFailure = error instanceof RunFailure || (error as NodeJS.ErrnoException).code !== undefined;
    throw isFailure ? error : new Error(String((error as Error).stack));
  }
}

inlineLess();
serveTasks(port, () => doUnit);
// The parent process is gone.
process.on('disconnect', () => process.exit());
