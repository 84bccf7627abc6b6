/** The task of a batch thread: evaluates chunks as the batch specifies. */
import { workerData } from 'node:worker_threads';
import { Handover, type ThreadData } from '@robots-exclusion/client/pool';
import { dialectNamed } from '../../dialect-named.ts';
import { type AnswerOptions, answerLine } from '../lines/answer-line.ts';
import { answering, type BatchTask } from '../lines/prepare.ts';
import { addNotes, countAnswer, emptyTally, type Tally } from '../lines/tally.ts';
import { type Chunk, unpackLines } from './chunk.ts';

/** How to read records, in a form that can be sent to a thread. */
export interface ThreadTask extends BatchTask {
  readonly dialect: string;
}

export interface ChunkAnswers extends Tally {
  /** Lines of output, in UTF-8. */
  readonly octets: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
let prepared: Promise<AnswerOptions> | undefined;

export async function answerChunk(chunk: Chunk): Promise<Handover<ChunkAnswers>> {
  prepared ??= prepare((workerData as ThreadData).shared as ThreadTask);
  const options = await prepared;
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
  return new Handover({ ...tally, octets }, [octets.buffer]);
}

async function prepare(task: ThreadTask): Promise<AnswerOptions> {
  const dialects = await import('../../dialects.ts');
  return { ...(await answering(task, await dialectNamed(task.dialect))), dialects };
}
