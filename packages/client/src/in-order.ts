/**
 * Work on what a source gives, several items at a time, results in the order of the source. A result is handed over as
 * soon as it is the next, also while no further item has come; an item is taken only while there is room, so that a reader
 * who is slow slows the source down, and a source may be endless.
 */

/** What may be under way at a time. */
export interface Room<Item> {
  items: number;
  /** Of all items under way together; one alone may be larger. */
  size?: number;
  sizeOf?: (item: Item) => number;
}

interface UnderWay<Result> {
  result: Promise<Result>;
  size: number;
}

/** An item, or why there will be none. */
type Arrived<Item> = { next: IteratorResult<Item> } | { error: unknown };

/**
 * Runs `run` for each item.
 *
 * @throws What `run` rejects with, in the place of its result; what the source throws, behind the results of what it gave.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  room: Room<Item>,
  run: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const source = items[Symbol.asyncIterator]();
  const underWay: UnderWay<Result>[] = [];
  let size = 0;
  let arriving: Promise<Arrived<Item>> | undefined;
  let end: { error?: unknown } | undefined;
  try {
    for (;;) {
      const [head] = underWay;
      const hasRoom =
        underWay.length < room.items &&
        (size < (room.size ?? Number.POSITIVE_INFINITY) || head === undefined);
      if (end === undefined && hasRoom) arriving ??= arrival(source);
      if (head === undefined && arriving === undefined) break;
      const arrived = await first(head, hasRoom ? arriving : undefined);
      if (arrived === 'result') {
        size -= head!.size;
        underWay.shift();
        yield await head!.result;
        continue;
      }
      arriving = undefined;
      if ('error' in arrived) end = arrived;
      else if (arrived.next.done) end = {};
      else {
        const started = start(arrived.next.value, room, run);
        size += started.size;
        underWay.push(started);
      }
    }
    // What came before is answered first.
    if (end && 'error' in end) throw end.error;
  } finally {
    // It ends once the item that it waits for has come.
    source.return?.().catch(() => {});
  }
}

function arrival<Item>(source: AsyncIterator<Item>): Promise<Arrived<Item>> {
  return source.next().then(
    (next) => ({ next }),
    (error: unknown) => ({ error }),
  );
}

/** Whatever comes first: that the next result has settled, or an item. */
function first<Item, Result>(
  head: UnderWay<Result> | undefined,
  arriving: Promise<Arrived<Item>> | undefined,
): Promise<Arrived<Item> | 'result'> {
  const settled = head?.result.then(
    () => 'result' as const,
    () => 'result' as const,
  );
  return Promise.race([settled, arriving].filter((each) => each !== undefined));
}

function start<Item, Result>(
  item: Item,
  { size, sizeOf }: Room<Item>,
  run: (item: Item) => Promise<Result>,
): UnderWay<Result> {
  const result = run(item);
  // Whoever waits for it sees the rejection; until then it must not end the process.
  result.catch(() => {});
  return { result, size: size === undefined ? 0 : (sizeOf?.(item) ?? 0) };
}
