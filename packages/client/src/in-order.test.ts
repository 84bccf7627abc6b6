import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

/** A source whose items the test supplies one by one. It shows how many requests for an item are pending. */
function handFed<Item>() {
  const waiting: ((result: IteratorResult<Item>) => void)[] = [];
  let returned = false;
  const items: AsyncIterable<Item> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<Item>>((resolve) => waiting.push(resolve)),
      async return() {
        returned = true;
        return { value: undefined, done: true as const };
      },
    }),
  };
  return {
    items,
    asked: () => waiting.length,
    isReturned: () => returned,
    give: (value: Item) => waiting.shift()!({ value, done: false }),
    end: () => waiting.shift()!({ value: undefined, done: true }),
  };
}

async function* from<Item>(list: readonly Item[], failure?: Error): AsyncGenerator<Item> {
  yield* list;
  if (failure) throw failure;
}

async function gathered<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe('inOrder', () => {
  it('hands a result over while no further item has come', async () => {
    const source = handFed<number>();
    const results = inOrder(source.items, { items: 16 }, async (item) => item * 2);
    const first = results.next();
    await expect.poll(source.asked).toBe(1);
    source.give(1);
    expect(await first).toEqual({ value: 2, done: false });
    const second = results.next();
    await expect.poll(source.asked).toBe(1);
    source.end();
    expect(await second).toEqual({ value: undefined, done: true });
  });

  it('takes nothing more than there is room for while nobody reads, by number and by size', async () => {
    for (const room of [{ items: 3 }, { items: 100, size: 30, sizeOf: () => 10 }]) {
      let taken = 0;
      async function* endless() {
        for (;;) yield taken++;
      }
      const results = inOrder(endless(), room, () => new Promise<never>(() => {}));
      void results.next();
      await expect.poll(() => taken).toBe(3);
      await new Promise((resolve) => setImmediate(resolve));
      expect(taken).toBe(3);
    }
  });

  it('takes an item that is larger than the room alone', async () => {
    const room = { items: 4, size: 5, sizeOf: (item: number): number => item };
    expect(await gathered(inOrder<number, number>(from([9, 9, 1]), room, async (item) => item))).toEqual([
      9, 9, 1,
    ]);
  });

  it('fails where the source fails, behind the results of what came before', async () => {
    const results = inOrder(from([1, 2], new Error('cut')), { items: 8 }, async (item) => item);
    expect([await results.next(), await results.next()].map(({ value }) => value)).toEqual([1, 2]);
    await expect(results.next()).rejects.toThrow('cut');
  });

  it('fails where an item fails, behind the results before it, and ends the source', async () => {
    const source = handFed<number>();
    const results = inOrder(source.items, { items: 8 }, async (item) => {
      if (item === 2) throw new Error('two');
      return item;
    });
    const first = results.next();
    await expect.poll(source.asked).toBe(1);
    source.give(1);
    expect((await first).value).toBe(1);
    const second = results.next();
    await expect.poll(source.asked).toBe(1);
    source.give(2);
    await expect(second).rejects.toThrow('two');
    expect(source.isReturned()).toBe(true);
  });

  it('ends the source when its reader stops early', async () => {
    const source = handFed<number>();
    const results = inOrder(source.items, { items: 8 }, async (item) => item);
    const first = results.next();
    await expect.poll(source.asked).toBe(1);
    source.give(1);
    await first;
    await results.return(undefined);
    expect(source.isReturned()).toBe(true);
  });

  it('gives what a plain loop gives, whatever ends first, with no more under way than there is room for', async () => {
    const turns = fc.array(fc.nat(4), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(turns, fc.integer({ min: 1, max: 6 }), async (waits, items) => {
        let underWay = 0;
        let most = 0;
        const results = inOrder(from([...waits.entries()]), { items }, async ([index, wait]) => {
          most = Math.max(most, ++underWay);
          for (let turn = 0; turn < wait; turn++) await new Promise((resolve) => setImmediate(resolve));
          underWay -= 1;
          return index;
        });
        expect(await gathered(results)).toEqual(waits.map((_, index) => index));
        expect(most).toBeLessThanOrEqual(items);
      }),
      { numRuns: runs(300) },
    );
  });
});
