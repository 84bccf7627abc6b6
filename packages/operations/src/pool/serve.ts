/** The inside of a thread: does one task after the other, and says what each gave and what it cost. */
import type { MessagePort } from 'node:worker_threads';
import { ownClock, ownCpuMs } from './cpu-time.ts';
import type { TaskFault, TaskMessage, TaskPlace, ThreadMessage } from './host.ts';

/** A task as the thread carries it out. What it gives is sent with `transfer`, where it names what can be handed over. */
export type ServedTask = (asked: never) => unknown;

/** Output whose buffers are handed over instead of copied. */
export class Handover {
  readonly output: unknown;
  readonly transfer: readonly ArrayBuffer[];

  constructor(output: unknown, transfer: readonly ArrayBuffer[]) {
    this.output = output;
    this.transfer = transfer;
  }
}

/** Carries out what comes by the port, until the pool ends the thread. */
export function serveTasks(
  port: MessagePort,
  find: (place: TaskPlace) => ServedTask | Promise<ServedTask>,
): void {
  const say = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...transfer]);
  port.on('message', async ({ task, asked }: TaskMessage) => {
    try {
      const run = (await find(task)) as (asked: unknown) => unknown;
      const given = await run(asked);
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
  const { code, message } = error as NodeJS.ErrnoException;
  return { message, ...(code !== undefined && { code }) };
}
