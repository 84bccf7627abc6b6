/**
 * Maps with up to `concurrency` items under way, and yields the results in the order of the input. Holds at most that
 * many of either, so an endless input is fine.
 */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  concurrency: number,
  map: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  for await (const item of items) {
    const result = map(item);
    // Whoever waits for it sees the rejection; until then it must not end the process.
    result.catch(() => {});
    underWay.push(result);
    if (underWay.length >= concurrency) yield await (underWay.shift() as Promise<Result>);
  }
  for (const result of underWay) yield await result;
}
