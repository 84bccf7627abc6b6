/** Runs inside a thread: runs one task after another, and reports each result and its cost. */
import { ownClock, ownCpuMs } from './cpu-time.ts';
import type { TaskFault, TaskMessage, TaskPlace, ThreadMessage } from './host.ts';
import type { Pool, WorkOrder } from './pool.ts';

/** Reports the progress of a task to its caller. */
export type Tell = (told: unknown) => void;

/** A task that the thread runs. Its output is copied, unless it is a {@link Handover}. */
export type ServedTask = (asked: never, tell: Tell) => unknown;

/** The port on which a thread or a process receives tasks and sends results. */
export interface TaskPort {
  on(name: 'message', hear: (message: TaskMessage) => unknown): void;
  postMessage(message: ThreadMessage, transfer: ArrayBuffer[]): void;
}

/** Output whose buffers are transferred instead of copied. */
export class Handover<Output = unknown> {
  readonly output: Output;
  readonly transfer: readonly ArrayBuffer[];

  constructor(output: Output, transfer: readonly ArrayBuffer[]) {
    this.output = output;
    this.transfer = transfer;
  }
}

/** Runs the tasks from the port until the pool ends the thread. */
export function serveTasks(
  port: TaskPort,
  find: (place: TaskPlace) => ServedTask | Promise<ServedTask>,
): void {
  const say = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...transfer]);
  const tell: Tell = (told) => say({ kind: 'told', told, cpuMs: ownCpuMs() });
  port.on('message', async ({ task, asked }) => {
    try {
      const run = (await find(task)) as (asked: unknown, tell: Tell) => unknown;
      const given = await run(asked, tell);
      const { output, transfer } = given instanceof Handover ? given : new Handover(given, []);
      say({ kind: 'done', output, cpuMs: ownCpuMs() }, transfer);
    } catch (error) {
      say({ kind: 'failed', fault: faultOf(error), cpuMs: ownCpuMs() });
    }
  });
  say({ kind: 'ready', clock: ownClock(), cpuMs: ownCpuMs() });
}

function faultOf(error: unknown): TaskFault {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, message, path } = error as NodeJS.ErrnoException;
  return { message, ...(code !== undefined && { code }), ...(path !== undefined && { path }) };
}

/** The input of a task. */
export type Asked<Tasks, Name extends keyof Tasks> = Tasks[Name] extends ServedTask
  ? Parameters<Tasks[Name]>[0]
  : never;

/** The output of a task. */
export type Given<Tasks, Name extends keyof Tasks> = Tasks[Name] extends ServedTask
  ? HandedOver<Awaited<ReturnType<Tasks[Name]>>>
  : never;

type HandedOver<Output> = Output extends Handover<infer Inner> ? Inner : Output;

/** Runs one task of a module in a pool. */
export type RunTask<Tasks> = <Name extends keyof Tasks & string>(
  name: Name,
  asked: Asked<Tasks, Name>,
  order: WorkOrder,
) => Promise<Given<Tasks, Name>>;

/** @param module The address of the built module, whose exported functions are the tasks. */
export function tasksOf<Tasks>(pool: Pick<Pool, 'run'>, module: string): RunTask<Tasks> {
  return (name, asked, order) => pool.run({ module, name }, asked, order) as never;
}
