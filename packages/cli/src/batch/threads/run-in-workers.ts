/**
 * Evaluates a batch with several threads and writes the results in order. A free thread takes the lines that are
 * available, at most one chunk, so no line waits for a chunk to fill. Lines accumulate only while all threads are busy.
 */
import type { InputLine } from '../../input/lines.ts';
import { addTally, emptyTally, type Tally } from '../lines/tally.ts';
import { recordLines } from '../read/record-lines.ts';
import { packLines } from './chunk.ts';
import type { ChunkAnswers } from './tasks.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Limits on the octets and lines of a chunk. A chunk always contains at least one line. */
const CHUNK_BYTES = 256 * 1024;
const CHUNK_LINES = 4096;

/**
 * Limit, per thread, on the chunks that are being evaluated or are waiting to be written. It exceeds 1, so that one
 * slow chunk does not immediately stop the other threads.
 */
const CHUNKS_PER_WORKER = 2;

export interface WorkerRunOptions {
  readonly workers: number;
  readonly maxLineBytes: number;
  readonly pool: WorkerPool;
  /** Resolves when more may be written. */
  readonly write: (octets: Uint8Array) => Promise<void>;
  readonly onProgress?: (progress: { records: number }) => void;
}

/**
 * Evaluates all records of `input`. If the promise rejects, the results of all lines before the failed line have been
 * written.
 *
 * @throws The error of `input`, `write` or the pool.
 */
export async function runInWorkers(
  input: AsyncIterable<Uint8Array>,
  { workers, maxLineBytes, pool, write, onProgress }: WorkerRunOptions,
): Promise<Tally> {
  const tally = emptyTally();
  const gathered = createGatherer();
  let unwritten = 0;
  let written = Promise.resolve();
  let onSent = (): void => {};
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });

  function send(): void {
    while (gathered.hasLines() && unwritten < workers * CHUNKS_PER_WORKER && pool.hasFree()) {
      const answers = pool.ask(packLines(gathered.take()));
      unwritten++;
      // `writeAnswers` also receives the rejection, after it has written all earlier chunks.
      answers.then(send, () => {});
      written = written.then(() => writeAnswers(answers));
      written.catch(fail);
    }
    onSent();
  }

  async function writeAnswers(answers: Promise<ChunkAnswers>): Promise<void> {
    const { octets, ...counts } = await answers;
    if (octets.length > 0) await write(octets);
    addTally(tally, counts);
    unwritten--;
    onProgress?.(tally);
    send();
  }

  async function sentWhile(isWaiting: () => boolean): Promise<void> {
    while (isWaiting()) {
      await new Promise<void>((resolve) => {
        onSent = resolve;
      });
    }
  }

  async function readAll(): Promise<void> {
    try {
      for await (const lines of recordLines(input, maxLineBytes)) {
        gathered.add(lines);
        send();
        await sentWhile(gathered.isFull);
      }
    } finally {
      await sentWhile(gathered.hasLines);
      await written;
    }
  }

  try {
    await Promise.race([readAll(), failed]);
    return tally;
  } finally {
    pool.close();
  }
}

/** Collects lines that wait for a thread. */
function createGatherer() {
  let lines: InputLine[] = [];
  let octets = 0;
  return {
    add(more: readonly InputLine[]): void {
      for (const line of more) {
        lines.push(line);
        octets += sizeOf(line);
      }
    },
    hasLines: () => lines.length > 0,
    isFull: () => octets >= CHUNK_BYTES || lines.length >= CHUNK_LINES,
    /** Removes and returns the first lines, up to one chunk. */
    take(): InputLine[] {
      let count = 0;
      let size = 0;
      for (const line of lines) {
        size += sizeOf(line);
        if (count === CHUNK_LINES || (count > 0 && size > CHUNK_BYTES)) break;
        count++;
      }
      const taken = lines.slice(0, count);
      lines = lines.slice(count);
      for (const line of taken) octets -= sizeOf(line);
      return taken;
    },
  };
}

function sizeOf({ octets }: InputLine): number {
  return octets?.length ?? 0;
}
