/** Pieces of a run, done by processes: one that dies takes nothing with it but the piece that it was at. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { RunFailure } from './run-failure.ts';
import type { RunPlan, Stage } from './run-plan.ts';
import type { UnitProgress } from './unit.ts';
import type { UnitMessage, UnitTask } from './unit-process.ts';

/** A piece is begun anew so many times when its process dies. */
const RETRIES = 2;

/**
 * Does all pieces with so many processes at a time.
 *
 * @throws {RunFailure} If a piece cannot be done; the parts that are done stay.
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
  const waiting = [...units];
  const children = new Set<ChildProcess>();
  const lane = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      for (let tries = 0; ; tries++) {
        signal.throwIfAborted();
        child = child?.connected ? child : start(children);
        const outcome = await doUnit(child, { stage, plan, folder, unit }, onProgress);
        if (outcome.kind === 'done') break;
        if (outcome.kind === 'failed') throw new RunFailure(outcome.message, outcome.code);
        signal.throwIfAborted();
        if (tries >= RETRIES)
          throw new RunFailure(`A worker ended ${tries + 1} times at one piece: ${outcome.how}`);
      }
    }
  };
  const end = (): void => {
    for (const child of children) child.kill();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    await Promise.all(Array.from({ length: Math.min(workers, units.length) }, lane));
  } finally {
    signal.removeEventListener('abort', end);
    waiting.length = 0;
    end();
  }
}

function start(children: Set<ChildProcess>): ChildProcess {
  const child = fork(fileURLToPath(new URL('./unit-process.js', import.meta.url)), {
    serialization: 'advanced',
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

type UnitOutcome =
  | Extract<UnitMessage, { kind: 'done' | 'failed' }>
  | { readonly kind: 'died'; readonly how: string };

function doUnit(
  child: ChildProcess,
  task: UnitTask,
  onProgress: (unit: number, progress: UnitProgress) => void,
): Promise<UnitOutcome> {
  return new Promise((resolve) => {
    const settle = (outcome: UnitOutcome): void => {
      child.removeListener('message', onMessage);
      child.removeListener('exit', onExit);
      resolve(outcome);
    };
    const onMessage = (message: UnitMessage): void => {
      if (message.kind === 'progress') onProgress(message.unit, message);
      else settle(message);
    };
    const onExit = (code: number | null, signal: string | null): void =>
      settle({ kind: 'died', how: signal ?? `exit code ${code}` });
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send(task);
  });
}
