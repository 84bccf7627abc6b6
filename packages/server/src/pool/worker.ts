/** A worker: does one task after the other, and is ended from outside when one takes too long. */
import { parentPort } from 'node:worker_threads';
import { type TaskAnswer, type TaskMessage, tasks } from './tasks.ts';

parentPort?.on('message', async (message: TaskMessage) => parentPort?.postMessage(await answerTo(message)));
parentPort?.postMessage('ready');

async function answerTo({ task, input }: TaskMessage): Promise<TaskAnswer> {
  try {
    const run = tasks[task] as (input: unknown) => unknown;
    return { output: await run(input) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { error: { ...(code !== undefined && { code }), message } };
  }
}
