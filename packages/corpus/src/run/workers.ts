/** Runs the pieces in processes, so that a process that dies loses only its current piece. */
import {
  builtModule,
  createPool,
  type Pool,
  processHost,
  type WorkError,
} from '@robots-exclusion/client/pool';
import { RunFailure } from './run-failure.ts';
import type { RunPlan, Stage } from './run-plan.ts';
import type { UnitProgress } from './unit.ts';
import type { UnitTask } from './unit-process.ts';

/** How often a piece is retried when its process dies. */
const RETRIES = 2;

/**
 * Far more than the rows of a part need. With this limit, a process takes about half of the memory that it takes
 * without one.
 */
const MOST_MEGABYTES = 1024;

/** The only client of its pool: a run has processes of its own. */
const CLIENT = 'run';

/**
 * Does all pieces with this many processes at a time.
 *
 * @throws {RunFailure} If a piece cannot be done. Finished parts are kept.
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
  const host = processHost(builtModule('./unit-process.js', import.meta.url), MOST_MEGABYTES);
  const pool = createPool({ host, size: Math.min(workers, units.length) });
  const end = (): void => void pool.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    const tell = (unit: number) => (progress: UnitProgress) => onProgress(unit, progress);
    const taskOf = (unit: number): UnitTask => {
      return { stage, folder, unit, stretches: stage === 'read' ? plan.units[unit] : undefined };
    };
    const done = units.map((unit) => doUnit(pool, taskOf(unit), tell(unit)));
    await Promise.all(done);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', end);
    await pool.close();
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
        throw new RunFailure(`A worker ended ${tries + 1} times at one piece: ${message}`);
    }
  }
}
