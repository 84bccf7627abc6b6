/**
 * Merges several logs by time. The servers of one site write logs in parallel, and rotated logs continue each other.
 */
import type { Hit } from '../hit.ts';

/** A log that is opened only when the merge reaches its first hit. */
export interface TimedLog {
  /** Time of its first hit in epoch milliseconds; `Infinity` if it has no hit. */
  readonly start: number;
  open(): AsyncIterable<readonly Hit[]>;
}

/**
 * Limit on the logs that are open at the same time. A further log is opened only when another log has been read to its
 * end, even if its first hit is earlier.
 */
const MOST_OPEN = 64;
const BATCH_HITS = 1024;

interface Cursor {
  readonly order: number;
  readonly batches: AsyncIterator<readonly Hit[]>;
  hits: readonly Hit[];
  at: number;
  /**
   * The latest time in the log so far. Lines are merged by this time, so lines that are out of order keep their
   * position in the log.
   */
  time: number;
}

/**
 * Yields hits ordered by time. Hits with the same time are ordered by log, then by line. Each log that is open keeps
 * one chunk in memory.
 */
export async function* mergedByTime(
  logs: readonly TimedLog[],
  mostOpen: number = MOST_OPEN,
): AsyncGenerator<readonly Hit[]> {
  const waiting = logs
    .map((log, order) => ({ ...log, order, open: () => log.open() }))
    .sort((a, b) => (a.start === b.start ? a.order - b.order : a.start < b.start ? -1 : 1));
  const open: Cursor[] = [];
  let ready: Hit[] = [];
  try {
    for (;;) {
      while (waiting[0] && open.length < mostOpen && waiting[0].start <= earliest(open)) {
        await begin(open, waiting.shift() as (typeof waiting)[number]);
      }
      const cursor = first(open);
      if (!cursor) break;
      take(cursor, open, waiting[0]?.start ?? Number.POSITIVE_INFINITY, ready);
      if (ready.length >= BATCH_HITS || cursor.at === cursor.hits.length) {
        if (ready.length > 0) yield ready;
        ready = [];
      }
      if (cursor.at === cursor.hits.length && !(await refill(cursor))) open.splice(open.indexOf(cursor), 1);
    }
  } finally {
    await Promise.all(open.map(({ batches }) => batches.return?.()));
  }
}

async function begin(
  open: Cursor[],
  { order, open: read }: { order: number; open(): AsyncIterable<readonly Hit[]> },
): Promise<void> {
  const batches = read()[Symbol.asyncIterator]();
  const cursor: Cursor = { order, batches, hits: [], at: 0, time: Number.NEGATIVE_INFINITY };
  open.push(cursor);
  if (!(await refill(cursor))) open.pop();
}

/** Reads the next hits of a log; `false` at its end. */
async function refill(cursor: Cursor): Promise<boolean> {
  for (;;) {
    const { done, value } = await cursor.batches.next();
    if (done) return false;
    if (value.length === 0) continue;
    cursor.hits = value;
    cursor.at = 0;
    cursor.time = Math.max(cursor.time, (value[0] as Hit).time);
    return true;
  }
}

function earliest(open: readonly Cursor[]): number {
  return first(open)?.time ?? Number.POSITIVE_INFINITY;
}

function first(open: readonly Cursor[], except?: Cursor): Cursor | undefined {
  let found: Cursor | undefined;
  for (const cursor of open) {
    if (cursor !== except && (!found || isBefore(cursor, found))) found = cursor;
  }
  return found;
}

function isBefore(a: Cursor, b: Cursor): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

/** Takes hits of one log until another log has the next hit. */
function take(cursor: Cursor, open: readonly Cursor[], nextStart: number, into: Hit[]): void {
  const next = first(open, cursor);
  do {
    into.push(cursor.hits[cursor.at] as Hit);
    cursor.at++;
    const hit = cursor.hits[cursor.at];
    if (!hit) return;
    cursor.time = Math.max(cursor.time, hit.time);
  } while (cursor.time < nextStart && (!next || isBefore(cursor, next)));
}
