/** Tests one worker's jobs with sequences of events that a user can cause. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lane } from '../src/engine/lane.ts';
import type { JobReply, JobRequest } from '../src/engine/protocol.ts';

/** A worker whose answers the test sends. */
class ScriptedWorker {
  readonly requests: JobRequest[] = [];
  readonly loadsAtOnce: boolean;
  isEnded = false;
  #listen: (event: { data: JobReply }) => void = () => undefined;

  constructor(loadsAtOnce: boolean) {
    this.loadsAtOnce = loadsAtOnce;
  }

  addEventListener(name: string, listener: (event: { data: JobReply }) => void): void {
    if (name !== 'message') return;
    this.#listen = listener;
    if (this.loadsAtOnce) this.load();
  }

  /** Says that the worker's modules have loaded. */
  load(): void {
    this.#listen({ data: { id: 0, kind: 'part', part: undefined } });
  }

  postMessage(request: JobRequest): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(id: number, answer: unknown): void {
    if (!this.isEnded) this.#listen({ data: { id, kind: 'done', answer } });
  }
}

const question = (url: string) => ({ draft: '', crawlers: [], reading: 'rfc9309', url });

describe('a lane', () => {
  const workers: ScriptedWorker[] = [];
  let lane: Lane;
  let loadsAtOnce = true;
  beforeEach(() => {
    vi.useFakeTimers();
    workers.length = 0;
    loadsAtOnce = true;
    lane = new Lane(() => {
      const worker = new ScriptedWorker(loadsAtOnce);
      workers.push(worker);
      return worker as unknown as Worker;
    });
  });
  afterEach(() => vi.useRealTimers());

  it('never gives a late answer to a newer question', async () => {
    const first = lane.run('others', question('/1'));
    const second = lane.run('others', question('/2'));
    await expect(first).rejects.toMatchObject({ end: 'aborted' });
    workers[0]?.answer(1, ['first']);
    workers[0]?.answer(2, ['second']);
    expect(await second).toEqual(['second']);
  });

  it('does not let a question wait for an answer that nobody wants any more', async () => {
    const stopper = new AbortController();
    const dropped = lane.run('others', question('/1'), { signal: stopper.signal });
    const waiting = lane.run('facts', { draft: '' });
    expect(workers[0]?.requests).toHaveLength(1);
    stopper.abort();
    await expect(dropped).rejects.toMatchObject({ end: 'aborted' });
    // The worker does not react to the new job, so another worker takes it.
    vi.advanceTimersByTime(1000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    expect(workers[1]?.requests.map(({ name }) => name)).toEqual(['facts']);
    workers[1]?.answer(2, 'facts');
    expect(await waiting).toBe('facts');
  });

  it('drops a job that has not begun', async () => {
    const running = lane.run('facts', { draft: '' });
    const stopper = new AbortController();
    const dropped = lane.run('others', question('/1'), { signal: stopper.signal });
    stopper.abort();
    await expect(dropped).rejects.toMatchObject({ end: 'aborted' });
    workers[0]?.answer(1, 'facts');
    expect(await running).toBe('facts');
    expect(workers[0]?.requests).toHaveLength(1);
  });

  it('goes on with the same worker where a dropped job ended by itself', async () => {
    const stopper = new AbortController();
    const dropped = lane.run('others', question('/1'), { signal: stopper.signal });
    stopper.abort();
    await expect(dropped).rejects.toMatchObject({ end: 'aborted' });
    workers[0]?.answer(1, []);
    const next = lane.run('facts', { draft: '' });
    vi.advanceTimersByTime(1000);
    workers[0]?.answer(2, 'facts');
    expect(await next).toBe('facts');
    expect(workers).toHaveLength(1);
  });

  it('ends a worker that is silent, and answers the next question with another one', async () => {
    const stuck = lane.run('facts', { draft: '' });
    vi.advanceTimersByTime(5000);
    await expect(stuck).rejects.toMatchObject({ end: 'deadline' });
    const next = lane.run('facts', { draft: '' });
    workers[1]?.answer(2, 'facts');
    expect(await next).toBe('facts');
  });

  it('gives a worker time to load, on a slow network or a busy machine', async () => {
    loadsAtOnce = false;
    const first = lane.run('others', question('/1'));
    const second = lane.run('others', question('/2'));
    await expect(first).rejects.toMatchObject({ end: 'aborted' });
    vi.advanceTimersByTime(50_000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
    workers[0]?.load();
    vi.advanceTimersByTime(4000);
    workers[0]?.answer(2, ['second']);
    expect(await second).toEqual(['second']);
  });
});
