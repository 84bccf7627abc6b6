/** A worker process that receives pieces of a run, and writes their parts. */
import { serveTasks, type TaskPort, type Tell } from '@robots-exclusion/client/pool';
import { doPiece } from './pieces.ts';
import type { RunPlan, Stage } from './run-plan.ts';

/** What the process receives. */
export interface UnitTask {
  /** A piece reads a unit of archives, or makes a part of the table. */
  readonly stage: Stage;
  readonly plan: RunPlan;
  readonly folder: string;
  readonly unit: number;
}

/** Pause between two reports of progress, in milliseconds. */
const PROGRESS_MS = 200;

const port: TaskPort = {
  on: (name, hear) => void process.on(name, (message) => hear(message as Parameters<typeof hear>[0])),
  // If the run was killed, nothing listens any more: the end of the channel also ends this process.
  postMessage: (message) =>
    void process.send?.(message, (error: Error | null) => {
      if (error) process.exit();
    }),
};

async function doUnit({ stage, plan, unit, folder }: UnitTask, tell: Tell): Promise<void> {
  let last = 0;
  try {
    await doPiece(stage, plan, unit, folder, (progress) => {
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      tell(progress);
    });
  } catch (error) {
    // The stack is needed to find a defect.
    throw (error as NodeJS.ErrnoException).code ? error : new Error(String((error as Error).stack));
  }
}

serveTasks(port, () => doUnit);
// The parent process has gone.
process.on('disconnect', () => process.exit());
