/** A worker: a process that receives pieces of a run, and writes their parts. */

import { doPiece } from './pieces.ts';
import type { RunPlan, Stage } from './run-plan.ts';

/** What the process receives. */
export interface UnitTask {
  /** A piece is a unit of archives that is read, or a part of the table that is made. */
  readonly stage: Stage;
  readonly plan: RunPlan;
  readonly folder: string;
  readonly unit: number;
}

/** What it tells. */
export type UnitMessage =
  | { readonly kind: 'progress'; readonly unit: number; readonly rows: number; readonly octets: number }
  | { readonly kind: 'done'; readonly unit: number }
  | {
      readonly kind: 'failed';
      readonly unit: number;
      readonly code: string | undefined;
      readonly message: string;
    };

/** Pause between two calls, in milliseconds. */
const PROGRESS_MS = 200;

function tell(message: UnitMessage): void {
  // A run that was killed no longer listens: the end of the channel ends this process, too.
  process.send?.(message, (error: Error | null) => {
    if (error) process.exit();
  });
}

process.on('message', ({ stage, plan, folder, unit }: UnitTask) => {
  let last = 0;
  doPiece(stage, plan, unit, folder, ({ rows, octets }) => {
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    tell({ kind: 'progress', unit, rows, octets });
  }).then(
    () => tell({ kind: 'done', unit }),
    (error: NodeJS.ErrnoException) =>
      tell({
        kind: 'failed',
        unit,
        code: error.code,
        message: error.code ? error.message : String(error.stack),
      }),
  );
});
// Who started this process has gone.
process.on('disconnect', () => process.exit());
