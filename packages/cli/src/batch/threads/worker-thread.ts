/** A thread that answers chunks of a batch. It is the command itself, started by the first with what is to be read how. */
import type { MessagePort } from 'node:worker_threads';
import { dialectNamed } from '../../dialect-named.ts';
import { answerLine } from '../lines/answer-line.ts';
import { answering, type BatchTask } from '../lines/prepare.ts';
import { addNotes, countAnswer, emptyTally, type Tally } from '../lines/tally.ts';
import { type Chunk, unpackLines } from './chunk.ts';

/** How records are read, as it can be sent to a thread. */
export interface ThreadTask extends BatchTask {
  readonly dialect: string;
}

/** Answers to a chunk. */
export interface ChunkAnswers extends Tally {
  /** Lines of output, in UTF-8. */
  readonly octets: Uint8Array<ArrayBuffer>;
}

/** The member of a thread's data that makes it a worker of a batch. */
export interface ThreadData {
  readonly robotsBatch: ThreadTask;
}

/** In the environment of a batch's threads. Without it, nobody has to load what tells a thread from a process. */
export const THREAD_VARIABLE = 'ROBOTS_BATCH_THREAD';

/** In a thread of a batch: answers chunks until the batch ends it. Elsewhere it does nothing, and says so. */
export async function isServedAsThread(): Promise<boolean> {
  if (process.env[THREAD_VARIABLE] === undefined) return false;
  const { isMainThread, parentPort, workerData } = await import('node:worker_threads');
  const task = (workerData as Partial<ThreadData> | null)?.robotsBatch;
  if (isMainThread || !parentPort || !task) return false;
  await serveChunks(parentPort, task);
  return true;
}

async function serveChunks(port: MessagePort, task: ThreadTask): Promise<void> {
  const dialects = await import('../../dialects.ts');
  const options = { ...(await answering(task, await dialectNamed(task.dialect))), dialects };
  const encoder = new TextEncoder();
  await new Promise((resolve) => {
    port.once('close', resolve);
    port.on('message', (chunk: Chunk) => {
      const tally = emptyTally();
      let output = '';
      for (const line of unpackLines(chunk)) {
        const answer = answerLine(line, options);
        if (!answer) continue;
        countAnswer(tally, answer);
        output += answer.text;
      }
      addNotes(tally, options.takeNotes());
      const octets = encoder.encode(output);
      const answers: ChunkAnswers = { ...tally, octets };
      port.postMessage(answers, [octets.buffer]);
    });
  });
}
