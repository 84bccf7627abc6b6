/** Tests the pool with real threads, including threads that hang, exit or are no longer needed. */
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkEnd } from './host.ts';
import { nodeHost } from './host-node.ts';
import { taskHost } from './node.ts';
import { createPool, type Pool, type PoolOptions } from './pool.ts';

beforeAll(buildOnce);
const pools: Pool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

/** The tasks of these tests, in a module like those of the packages. */
const module = `data:text/javascript,${encodeURIComponent(`
  import { threadId } from 'node:worker_threads';
  export const answer = (asked) => asked ?? 'done';
  export const name = () => threadId;
  export const fail = () => { throw Object.assign(new Error('No'), { code: 'too-bad' }); };
  export const exit = () => process.exit(3);
  export const crash = () => new Promise(() => setTimeout(() => { throw new Error('crash'); }));
  export const exhaust = () => { const held = []; for (;;) held.push(new Array(1e6).fill({})); };
  export const spin = () => { for (;;); };
  export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms, 'waited'));
  export const hang = () => new Promise(() => setInterval(() => {}, 1e6));
`)}`;

interface Tried {
  pool: Pool;
  ends: WorkEnd[];
  spent: Map<string, number>;
  run(name: string, asked?: unknown, order?: { client?: string; signal?: AbortSignal }): Promise<unknown>;
}

function start(options: Partial<PoolOptions>): Tried {
  const ends: WorkEnd[] = [];
  const spent = new Map<string, number>();
  const pool = createPool({
    host: taskHost({ preload: [module], maxMegabytes: 64 }),
    size: 1,
    onEnd: (_, end) => ends.push(end),
    onSpent: (client, cpuMs) => spent.set(client, (spent.get(client) ?? 0) + cpuMs),
    ...options,
  });
  pools.push(pool);
  const run: Tried['run'] = (name, asked, order) =>
    pool.run({ module, name }, asked, { client: 'a', ...order });
  return { pool, ends, spent, run };
}

describe('a thread that', () => {
  it.each([
    ['exit', { end: 'failed' }],
    ['crash', { end: 'failed', message: 'crash' }],
    ['exhaust', { end: 'failed', code: 'ERR_WORKER_OUT_OF_MEMORY' }],
    ['fail', { end: 'failed', code: 'too-bad', message: 'No' }],
    ['missing', { end: 'failed' }],
    ['toString', { end: 'failed' }],
    ['spin', { end: 'deadline' }],
    ['hang', { end: 'deadline' }],
  ])('does %s ends its own task only: another takes the next', async (deed, error) => {
    const { run, ends } = start({ deadlineMs: deed === 'spin' || deed === 'hang' ? 100 : 30_000 });
    const [bad, good] = [run(deed), run('answer')];
    await expect(bad).rejects.toMatchObject(error);
    expect(await good).toBe('done');
    expect(ends).toEqual([error.end, 'done']);
  });

  it.each([400, 2 ** 40])(
    'waits is not late: its deadline counts processor time (%d ms)',
    async (deadlineMs) => {
      const { run } = start({ deadlineMs });
      expect(await run('wait', 500)).toBe('waited');
    },
  );
});

describe('a pool', () => {
  it('lets who had a thread ended wait for the next one, and nobody else', async () => {
    const { run } = start({ size: 2, maxPerClient: 1, deadlineMs: 300 });
    const b = { client: 'b' };
    const there = await Promise.all([run('name'), run('name', undefined, b)]);
    const [ended, next] = [run('spin'), run('name')];
    await expect(ended).rejects.toMatchObject({ end: 'deadline' });
    expect(there).toContain(await run('name', undefined, b));
    await next;
  });

  it('keeps a process alive that waits for the next thread alone', async () => {
    const script = `
      import { createPool, taskHost } from '@robots-exclusion/client/pool';
      const module = ${JSON.stringify(module)};
      const pool = createPool({ host: taskHost({ preload: [module] }), size: 1 });
      const run = (name) => pool.run({ module, name }, undefined, { client: 'a' });
      await run('exit').catch(() => {});
      console.log(await run('answer'));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    );
    expect(stdout).toBe('done\n');
  });

  it('charges processor time to whoever spent it, a new thread for one that was ended too', async () => {
    const { run, spent } = start({ size: 2, maxPerClient: 1, deadlineMs: 200 });
    await expect(run('spin')).rejects.toMatchObject({ end: 'deadline' });
    await run('answer');
    await run('wait', 200, { client: 'b' });
    expect(spent.get('a')).toBeGreaterThan(150);
    expect(spent.get('b')).toBeLessThan(100);
  });

  it('takes cancelled work out of the queue at once, and out of its thread', async () => {
    const { pool, run, ends } = start({ maxWaiting: 2 });
    const asked = new AbortController();
    const running = run('spin', undefined, { signal: asked.signal });
    const waiting = run('spin', undefined, { signal: asked.signal });
    expect(pool.waiting()).toBe(1);
    asked.abort();
    await expect(waiting).rejects.toMatchObject({ end: 'aborted' });
    expect(pool.waiting()).toBe(0);
    await expect(running).rejects.toMatchObject({ end: 'aborted' });
    expect(await run('answer')).toBe('done');
    expect(pool.running()).toBe(0);
    expect(ends.filter((end) => end === 'aborted')).toHaveLength(2);
  });

  it('keeps the thread of cancelled work that is soon done', async () => {
    const { run } = start({});
    const thread = await run('name');
    const asked = new AbortController();
    const running = run('wait', 1, { signal: asked.signal });
    asked.abort();
    await expect(running).rejects.toMatchObject({ end: 'aborted' });
    expect(await run('name')).toBe(thread);
  });

  it('listens once to a signal that much work shares, and no longer than it lasts', async () => {
    const { run } = start({});
    const { signal } = new AbortController();
    const asked = Array.from({ length: 100 }, () => run('answer', undefined, { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await Promise.all(asked);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('starts no work that was cancelled before', async () => {
    const { run, pool } = start({});
    await expect(run('spin', undefined, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      end: 'aborted',
    });
    expect(pool.running()).toBe(0);
  });

  it('that is full says so at once, and fails what waits when it is closed', async () => {
    const { pool, run } = start({ maxWaiting: 1 });
    const running = run('spin');
    const waiting = run('answer');
    await expect(run('answer')).rejects.toMatchObject({ end: 'busy' });
    const ends = Promise.allSettled([running, waiting]);
    await pool.close();
    for (const { reason } of (await ends) as PromiseRejectedResult[]) expect(reason.end).toBe('closed');
    await expect(run('answer')).rejects.toMatchObject({ end: 'closed' });
  });

  it('refuses what one client has too much of, and serves clients in turn', async () => {
    const { run } = start({ maxWaiting: 10, maxWaitingPerClient: 2 });
    const order: string[] = [];
    const asked = ['a', 'a', 'a', 'b'].map((client) =>
      run('answer', client, { client }).then((answer) => order.push(answer as string)),
    );
    await expect(run('answer')).rejects.toMatchObject({ end: 'client-busy' });
    await Promise.all(asked);
    expect(order).toEqual(['a', 'a', 'b', 'a']);
  });

  it('says what went wrong where a thread never starts, or is asked what cannot be sent', async () => {
    const broken = new URL(`data:text/javascript,${encodeURIComponent("throw new Error('not there')")}`);
    await expect(start({ host: nodeHost(broken) }).run('answer')).rejects.toMatchObject({
      end: 'failed',
      message: 'not there',
    });
    const { run } = start({});
    await expect(run('answer', () => {})).rejects.toMatchObject({ end: 'failed' });
    expect(await run('answer', availableParallelism())).toBe(availableParallelism());
  });

  it('hands buffers over', async () => {
    const { pool } = start({});
    const octets = new Uint8Array(10);
    const order = { client: 'a', transfer: [octets.buffer] };
    expect(await pool.run({ module, name: 'answer' }, octets, order)).toEqual(new Uint8Array(10));
    expect(octets.length).toBe(0);
  });
});
