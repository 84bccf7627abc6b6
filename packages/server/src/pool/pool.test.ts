import { afterEach, describe, expect, it } from 'vitest';
import { createWorkerPool, type TaskEnd, type WorkerPool } from './pool.ts';

const pools: WorkerPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

/** What the worker does with the profile of a task, which is all that the test says to it. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    const deeds = {
      answer: () => parentPort.postMessage({ output: 'done' }),
      name: () => parentPort.postMessage({ output: threadId }),
      fail: () => parentPort.postMessage({ error: { code: 'too-bad', message: 'No' } }),
      exit: () => process.exit(3),
      throw: () => { throw new Error('crash'); },
      reject: () => void Promise.reject(new Error('crash')),
      exhaust: () => { const held = []; for (;;) held.push(new Array(1e6).fill({})); },
      spin: () => { for (;;); },
    };
    parentPort.on('message', ({ input }) => deeds[input.profile]());
    parentPort.postMessage('ready');
  `)}`,
);

function start(
  deadlineMs: number,
  maxWaiting = 8,
): { run: (deed: string) => Promise<unknown>; ends: TaskEnd[] } {
  const ends: TaskEnd[] = [];
  const pool = createWorkerPool({
    size: 1,
    deadlineMs,
    maxWaiting,
    script,
    onEnd: (_, end) => ends.push(end),
  });
  pools.push(pool);
  const input = { robots: { body: '', maxBytes: 1 }, maxAnswerBytes: 1 };
  return { ends, run: (profile) => pool.run('lint', { ...input, profile }, { client: 'a' }) };
}

describe('a worker that', () => {
  it.each([
    ['exit', { end: 'failed' }],
    ['throw', { end: 'failed', message: 'crash' }],
    ['reject', { end: 'failed', message: 'crash' }],
    ['exhaust', { end: 'failed', code: 'ERR_WORKER_OUT_OF_MEMORY' }],
    ['fail', { end: 'failed', code: 'too-bad', message: 'No' }],
    ['spin', { end: 'deadline' }],
  ])('does %s ends its own task only: another takes the next', { timeout: 40_000 }, async (deed, error) => {
    const { run, ends } = start(deed === 'spin' ? 300 : 30_000);
    const [bad, good] = [run(deed), run('answer')];
    await expect(bad).rejects.toMatchObject(error);
    expect(await good).toBe('done');
    expect(ends).toEqual([error.end, 'done']);
  });
});

describe('a pool', () => {
  it('lets who had a worker ended wait for the next one, and nobody else', { timeout: 40_000 }, async () => {
    const options = { size: 2, maxPerClient: 1, deadlineMs: 1000, maxWaiting: 8, script };
    const pool = createWorkerPool(options);
    pools.push(pool);
    const input = { robots: { body: '', maxBytes: 1 }, maxAnswerBytes: 1 };
    const run = (client: string, profile: string) => pool.run('lint', { ...input, profile }, { client });
    const there = await Promise.all([run('a', 'name'), run('b', 'name')]);
    const [ended, next] = [run('a', 'spin'), run('a', 'name')];
    await expect(ended).rejects.toMatchObject({ end: 'deadline' });
    expect(there).toContain(await run('b', 'name'));
    await next;
  });

  it('that is full says so at once, and fails what waits when it is closed', {
    timeout: 40_000,
  }, async () => {
    const { run } = start(30_000, 1);
    const running = run('spin');
    const waiting = run('answer');
    await expect(run('answer')).rejects.toMatchObject({ end: 'busy' });
    const [pool] = pools;
    const ends = Promise.allSettled([running, waiting]);
    await pool?.close();
    for (const { reason } of (await ends) as PromiseRejectedResult[]) expect(reason.end).toBe('closed');
    await expect(run('answer')).rejects.toMatchObject({ end: 'closed' });
  });
});
