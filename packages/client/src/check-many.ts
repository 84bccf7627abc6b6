/**
 * Checks many URLs at once. Takes URLs from their source while the buffer has room, checks them by origin, and returns
 * results when they are ready. Results for one origin keep their order; different origins do not wait for each other.
 */

import { LRUCache } from 'lru-cache';
import { withoutUserInformation } from 'robots-exclusion/print';
import { onAbort } from './abort-listeners.ts';
import type { CheckOptions } from './check-options.ts';
import type { Decision } from './decision.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { locate } from './locate.ts';
import { requireObject, requireRange } from './misuse.ts';
import { quote } from './quote.ts';
import { unlessAborted } from './within.ts';

/** Options of `checkMany`. */
export interface CheckManyOptions extends CheckOptions {
  /** The number of origins that are checked concurrently. {@default 32} */
  concurrency?: number;
}

/** A result of `checkMany`: a decision, or the error of an invalid URL. */
export type CheckResult = Decision | { url: string; error: Error };

export type Check = (url: string | URL, options?: CheckOptions) => Promise<Decision>;

export type Urls = Iterable<string | URL> | AsyncIterable<string | URL>;

const defaultConcurrency = 32;

/**
 * The size of the buffer, in URLs per concurrent origin. It is large enough that one slow origin does not block the
 * others.
 */
const insidePerOrigin = 64;

/** Limit on the stored origins that `reload` has already renewed. Beyond the limit, an origin may be renewed again. */
const maxReloaded = 100_000;

/**
 * @throws {TypeError} If `urls` cannot be iterated.
 * @throws {RangeError} If `concurrency` is not an integer between 1 and 10,000.
 */
export function checkMany(
  urls: Urls,
  given: CheckManyOptions | undefined,
  check: Check,
): AsyncGenerator<CheckResult> {
  const options = given ?? {};
  requireObject(options, 'options', 'an object such as { concurrency: 32 }');
  const source = iteratorOf(urls);
  const { concurrency = defaultConcurrency, signal, ...others } = options;
  requireRange('concurrency', concurrency, 1, 10_000, Number.isInteger);
  return results(source, concurrency, signal, (stop) => checkOnce(check, { ...others, signal: stop }));
}

async function* results(
  source: Iterator<string | URL> | AsyncIterator<string | URL>,
  concurrency: number,
  signal: AbortSignal | undefined,
  runUntil: (stop: AbortSignal) => (url: string | URL) => Promise<CheckResult>,
): AsyncGenerator<CheckResult> {
  const stop = new AbortController();
  const run = runUntil(stop.signal);
  const lanes = createLanes({ concurrency, maxInside: concurrency * insidePerOrigin, run });
  const unlink =
    signal &&
    onAbort(signal, () => {
      lanes.fail(signal.reason);
      stop.abort(signal.reason);
    });
  try {
    void feed(source, lanes, stop.signal);
    yield* lanes.results();
  } finally {
    unlink?.();
    // The consumer may have stopped early, so pending checks are aborted.
    lanes.fail(undefined);
    stop.abort();
    endQuietly(source);
  }
}

/** Reads the source. Never rejects; if the source fails, the results end with its error. */
async function feed(
  source: Iterator<string | URL> | AsyncIterator<string | URL>,
  lanes: Lanes<string | URL, CheckResult>,
  stop: AbortSignal,
): Promise<void> {
  try {
    while (!stop.aborted) {
      const next = source.next();
      // The next URL of a synchronous source is available without waiting.
      const { done, value } = next instanceof Promise ? await unlessAborted(next, stop) : await next;
      if (done) return lanes.close();
      const added = lanes.add(laneOf(value), value);
      if (added !== undefined) await added;
    }
  } catch (error) {
    lanes.fail(error);
  }
}

/** The lane of a URL is its origin. URLs that are invalid or have no origin share one lane. */
function laneOf(url: string | URL): string {
  try {
    return locate(url)?.origin ?? '';
  } catch {
    return '';
  }
}

/** Wraps a check, so that it returns errors as results and renews each origin only once. */
function checkOnce(check: Check, options: CheckOptions): (url: string | URL) => Promise<CheckResult> {
  const reloaded = new LRUCache<string, true>({ maxSize: maxReloaded, sizeCalculation: () => 1 });
  const isFirst = (url: string | URL): boolean => {
    const lane = laneOf(url);
    if (reloaded.has(lane)) return false;
    reloaded.set(lane, true);
    return true;
  };
  return async (url) => {
    try {
      const isRepeated = options.mode === 'reload' && !isFirst(url);
      return await check(url, isRepeated ? { ...options, mode: 'default' } : options);
    } catch (error) {
      return { url: textOf(url), error: error as Error };
    }
  };
}

function textOf(url: unknown): string {
  return typeof url === 'string' || url instanceof URL ? withoutUserInformation(String(url)) : quote(url);
}

function iteratorOf(urls: Urls): Iterator<string | URL> | AsyncIterator<string | URL> {
  const given = Object(urls) as Partial<AsyncIterable<string | URL> & Iterable<string | URL>>;
  // A string is iterable, but its characters are never intended as URLs.
  const iterator =
    typeof urls === 'string' ? undefined : (given[Symbol.asyncIterator]?.() ?? given[Symbol.iterator]?.());
  if (iterator !== undefined) return iterator;
  throw new TypeError(`Cannot check ${quote(urls)}: expected a list of URLs or an iterable of them`);
}

function endQuietly(source: Iterator<unknown> | AsyncIterator<unknown>): void {
  try {
    Promise.resolve(source.return?.()).catch(() => {});
  } catch {
    // The source belongs to the caller, so an error from closing it is not reported here.
  }
}
