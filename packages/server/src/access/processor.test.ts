/** Tests whose work the thread does: who pays for it, and in which order clients take turns. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createProcessor, SLICE_MS } from './processor.ts';

const LIMIT = { perSecond: 1, burst: 1000 };

/** Works for so long, of the clock and of the processor. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  const begun = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(begun);
    if (performance.now() >= end && user + system >= 1000 * milliseconds) return;
  }
}

it('work is charged to the client that entered last, until another one enters or the turn ends', async () => {
  const processor = createProcessor(LIMIT);
  processor.enter('a');
  work(20);
  processor.enter('b');
  work(5);
  await Promise.resolve();
  work(5);
  await nextTurn();
  const charged = processor.charged();
  expect(charged).toBeGreaterThanOrEqual(30);
  work(20);
  processor.enter('c');
  // The 20 ms before "c" enters may include work of others, so only a slice of them is charged.
  expect(processor.charged()).toBe(charged + SLICE_MS);
  processor.spend('a', 2000);
  expect(processor.wait('a')).toBeGreaterThan(1000);
  expect(processor.wait('b')).toBeUndefined();
});

it('a client that has spent its share is told so within its own turn', () => {
  const processor = createProcessor({ perSecond: 1, burst: 5 });
  processor.enter('a');
  expect(processor.wait('a')).toBeUndefined();
  work(10);
  expect(processor.wait('a')).toBeGreaterThan(0);
});

it('after the slice, clients take turns of the event loop, one after the other', async () => {
  const processor = createProcessor(LIMIT);
  expect(processor.turn('a')).toBeUndefined();
  expect(processor.turn('a')).toBeUndefined();
  work(SLICE_MS);
  const order: string[] = [];
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(async (name) => {
    await processor.turn(name[0] as string);
    order.push(name);
    work(SLICE_MS);
  });
  let turns = 0;
  const counting = setInterval(() => {}, 1000);
  while (order.length < all.length) {
    const before = order.length;
    await nextTurn();
    turns += 1;
    expect(order.length - before).toBeLessThanOrEqual(1);
  }
  clearInterval(counting);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(turns).toBeGreaterThanOrEqual(all.length);
});
