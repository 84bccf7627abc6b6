/** Processes several items at the same time, and returns the results in the order of the items. */
import type { Call } from './services.ts';

/** Rejects with the first failure and does not start the remaining items. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
  { progress }: Pick<Call, 'progress'>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  let next = 0;
  let done = 0;
  async function turn(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
      await progress(++done, items.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, turn));
  return results;
}
