/** The inside of a thread: does one task after the other, and says what each gave and what it cost. */
import { ownClock, ownCpuMs } from './cpu-time.ts';
import type { TaskFault, TaskMessage, TaskPlace, ThreadMessage } from './host.ts';

/** Tells who waits for a task how far it has come. */
export type Tell = (told: unknown) => void;

/** A task as the thread carries it out. What it gives is copied, unless it is a {@link Handover}. */
export type ServedTask = (asked: never, tell: Tell) => unknown;

/** Where a thread or a process hears of tasks, and answers. */
export interface TaskPort {
  on(name: 'message', hear: (message: TaskMessage) => unknown): void;
  postMessage(message: ThreadMessage, transfer: ArrayBuffer[]): void;
}

/** Output whose buffers are handed over instead of copied. */
export class Handover<Output = unknown> {
  readonly output: Output;
  readonly transfer: readonly ArrayBuffer[];

  constructor(output: Output, transfer: readonly ArrayBuffer[]) {
    this.output = output;
    this.transfer = transfer;
  }
}

/** Carries out what comes by the port, until the pool ends the thread. */
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
