/** Runs the pieces in processes, so that only the current piece is lost if a process dies. */
import type { Pool, WorkError } from '@robots-exclusion/client/pool';
import { doPiece } from './pieces.ts';
import { RunFailure } from './run-failure.ts';
import type { RunPlan, Stage } from './run-plan.ts';
import type { UnitProgress } from './unit.ts';
import type { UnitTask } from './unit-process.ts';

/** The number of retries for a piece whose process dies. */
const RETRIES = 2;

/**
 * The heap limit of a process. The rows of a part need far less. With this limit, a process takes about half the memory
 * that it takes without a limit.
 */
const MOST_MEGABYTES = 1024;

/** The only client of its pool, because each run has its own processes. */
const CLIENT = 'run';

/**
 * Performs all pieces with this many processes. This process is one of them, because every process must compile the
 * code, and a process that only waited would waste that time.
 *
 * @throws {RunFailure} If a piece cannot be performed. Finished parts are kept.
 */
export async function doInProcesses(
  stage: Stage,
  plan: RunPlan,
  folder: string,
  units: readonly number[],
  workers: number,
  onProgress: (unit: number, progress: UnitProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const others = Math.min(workers, units.length) - 1;
  // Loaded here, because most commands need no other process, and what starts one loads slowly.
  const { builtModule, createPool, processHost } = await import('@robots-exclusion/client/pool');
  const host = processHost(builtModule('./unit-process.js', import.meta.url), MOST_MEGABYTES);
  const pool = createPool({ host, size: others });
  const end = (): void => void pool.close();
  signal.addEventListener('abort', end, { once: true });
  const failed = new AbortController();
  const isOver = AbortSignal.any([signal, failed.signal]);
  // Whichever process is free takes the next piece.
  const left = units.values();
  const doOwn = async (): Promise<void> => {
    for (const unit of left) {
      await doPiece(stage, plan, unit, folder, (progress) => {
        isOver.throwIfAborted();
        onProgress(unit, progress);
      });
    }
  };
  const doByOther = async (): Promise<void> => {
    for (const unit of left) {
      const stretches = stage === 'read' ? plan.units[unit] : undefined;
      await doUnit(pool, { stage, folder, unit, stretches }, (progress) => onProgress(unit, progress));
    }
  };
  const all = [...Array.from({ length: others }, doByOther), doOwn()];
  try {
    await Promise.all(all);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    failed.abort();
    signal.removeEventListener('abort', end);
    await pool.close();
    // The piece that this process is working on stops at its next report of progress.
    await Promise.allSettled(all);
  }
}

async function doUnit(pool: Pool, asked: UnitTask, onTold: (progress: UnitProgress) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await pool.run({ module: '', name: 'unit' }, asked, { client: CLIENT, onTold });
      return;
    } catch (error) {
      const { message, code, isThreadLost } = error as WorkError;
      if (!isThreadLost) throw new RunFailure(message, code);
      if (tries >= RETRIES)
        throw new RunFailure(`A worker ended ${tries + 1} times on the same piece: ${message}`);
    }
  }
}
