/** A worker: does one task after the other, and is ended from outside when one takes too long. */
import { parentPort } from 'node:worker_threads';
import { type TaskAnswer, type TaskMessage, tasks } from './tasks.ts';

parentPort?.on('message', (message: TaskMessage) => parentPort?.postMessage(answerTo(message)));
parentPort?.postMessage('ready');

function answerTo({ task, input }: TaskMessage): TaskAnswer {
  try {
    const run = tasks[task] as (input: unknown) => unknown;
    return { output: run(input) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { error: { ...(code !== undefined && { code }), message } };
  }
}
