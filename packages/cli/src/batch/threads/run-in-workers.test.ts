import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExitCode } from '../../exit-codes.ts';
import { type Chunk, packLines, unpackLines } from './chunk.ts';
import { runInWorkers } from './run-in-workers.ts';
import type { ChunkAnswers } from './tasks.ts';
import type { WorkerPool } from './worker-pool.ts';

/** A pool whose threads return the number of each line, when the test tells them to. */
function heldPool(size: number) {
  const asked: { chunk: Chunk; answer: () => void; end: () => void }[] = [];
  let busy = 0;
  const pool: WorkerPool = {
    hasFree: () => busy < size,
    ask(chunk) {
      busy++;
      return new Promise<ChunkAnswers>((resolve, reject) => {
        const answer = (): void => {
          busy--;
          resolve(answersTo(chunk));
        };
        asked.push({ chunk, answer, end: () => reject(new Error(`ended at ${chunk.first}`)) });
      });
    },
    close() {},
  };
  return { pool, asked };
}

function answersTo(chunk: Chunk): ChunkAnswers {
  const numbers = [...unpackLines(chunk)].map(({ number }) => `${number}\n`);
  const octets = new TextEncoder().encode(numbers.join(''));
  return {
    octets,
    records: numbers.length,
    badRecords: 0,
    firstProblem: '',
    exitCode: ExitCode.allowed,
    notes: new Set(),
  };
}

const numbersTo = (last: number): string => Array.from({ length: last }, (_, at) => `${at + 1}\n`).join('');

/** Resolves when all consequences of past events have happened. This works because the code awaits only promises. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('packLines', () => {
  it('gives back what was packed', () => {
    const line = fc.option(fc.uint8Array({ maxLength: 5 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1 }), (all, first) => {
        const lines = all.map((octets, at) => ({ number: first + at, octets }));
        expect([...unpackLines(packLines(lines))]).toEqual(lines);
      }),
    );
  });
});

describe('runInWorkers', () => {
  it('writes in order, in whatever order threads answer', async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.integer({ min: 1, max: 4 }),
        fc.infiniteStream(fc.nat()),
        async (counts, workers, picks) => {
          async function* input() {
            for (const count of counts) yield Buffer.from('x\n'.repeat(count));
          }
          const { pool, asked } = heldPool(workers);
          let output = '';
          let isDone = false;
          const write = async (octets: Uint8Array): Promise<void> => {
            output += Buffer.from(octets).toString();
          };
          const run = runInWorkers(input(), { workers, maxLineBytes: 10, pool, write }).finally(() => {
            isDone = true;
          });
          for (await settled(); !isDone; await settled()) {
            const at = (picks.next().value as number) % asked.length;
            asked.splice(at, 1)[0]?.answer();
          }
          const total = counts.reduce((sum, count) => sum + count, 0);
          expect((await run).records).toBe(total);
          expect(output).toBe(numbersTo(total));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('stops reading while nobody takes the answers, and goes on when somebody does', async () => {
    const pieces = 100;
    const perPiece = 4_096;
    let pulled = 0;
    async function* input() {
      while (pulled < pieces) {
        pulled++;
        yield Buffer.from('x\n'.repeat(perPiece));
      }
    }
    let free = 2;
    const pool: WorkerPool = {
      hasFree: () => free > 0,
      async ask(chunk) {
        free--;
        await settled();
        free++;
        return answersTo(chunk);
      },
      close() {},
    };
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let lines = 0;
    const write = async (octets: Uint8Array): Promise<void> => {
      await opened;
      lines += Buffer.from(octets).toString().split('\n').length - 1;
    };
    const run = runInWorkers(input(), { workers: 2, maxLineBytes: 10, pool, write });
    for (let turn = 0; turn < 100; turn++) await settled();
    // Two chunks per worker, and one chunk being gathered.
    expect(pulled).toBe(5);
    open();
    await run;
    expect([pulled, lines]).toEqual([pieces, pieces * perPiece]);
  });

  it('has written all that comes before a thread that ends, and ends although the input does not', async () => {
    const { pool, asked } = heldPool(3);
    async function* input() {
      yield Buffer.from('x\n'.repeat(3 * 4_096));
      await new Promise(() => {});
    }
    let output = '';
    const write = async (octets: Uint8Array): Promise<void> => {
      output += Buffer.from(octets).toString();
    };
    const run = runInWorkers(input(), { workers: 3, maxLineBytes: 10, pool, write });
    const outcome = run.catch((error: Error) => error.message);
    await settled();
    asked[1]?.end();
    asked[2]?.answer();
    await settled();
    asked[0]?.answer();
    expect(await outcome).toBe('ended at 4097');
    expect(output).toBe(numbersTo(4_096));
  });

  it('has written all answers before it fails by its input', async () => {
    async function* input() {
      yield Buffer.from('x\nx\n');
      throw new Error('the disk is gone');
    }
    const { pool, asked } = heldPool(2);
    let output = '';
    const write = async (octets: Uint8Array): Promise<void> => {
      output += Buffer.from(octets).toString();
    };
    const outcome = runInWorkers(input(), { workers: 2, maxLineBytes: 10, pool, write }).catch(String);
    await settled();
    asked[0]?.answer();
    expect(await outcome).toBe('Error: the disk is gone');
    expect(output).toBe('1\n2\n');
  });
});
