/**
 * Processes the items of a source concurrently, with results in source order. A result is returned as soon as it is
 * next in order, even before further items arrive. An item is taken only if there is room, so a slow reader slows the
 * source down, and the source may be endless.
 */

/** Limits on the work in progress. */
export interface Room<Item> {
  items: number;
  /** Limit on the total size of the items in progress; a single item may exceed it. */
  size?: number;
  sizeOf?: (item: Item) => number;
}

interface UnderWay<Result> {
  result: Promise<Result>;
  size: number;
}

/** An item, or the error that ended the source. */
type Arrived<Item> = { next: IteratorResult<Item> } | { error: unknown };

/**
 * Runs `run` for each item.
 *
 * @throws An error from `run` is thrown in place of the item's result. An error from the source is thrown after the
 * results of all earlier items.
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
    // The results of earlier items come before the error.
    if (end && 'error' in end) throw end.error;
  } finally {
    // Not awaited, because a source with a pending read ends only after that read.
    source.return?.().catch(() => {});
  }
}

function arrival<Item>(source: AsyncIterator<Item>): Promise<Arrived<Item>> {
  return source.next().then(
    (next) => ({ next }),
    (error: unknown) => ({ error }),
  );
}

/** Resolves to the next result or the next item, whichever comes first. */
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
  // The rejection is handled only later, when the consumer reaches the result. Without this handler, Node.js would end
  // the process because of an unhandled rejection.
  result.catch(() => {});
  return { result, size: size === undefined ? 0 : (sizeOf?.(item) ?? 0) };
}
