/** Waits with a timeout or a signal, so that neither a timer nor a listener outlives the wait. */
import { onAbort } from './abort-listeners.ts';

/** The limits of a wait. */
export interface Bounds {
  /** Real time in milliseconds. */
  ms: number;
  /** Creates the error on timeout. */
  timeout: () => Error;
  /** Ends the wait when it is aborted; its reason becomes the error. */
  signal?: AbortSignal | undefined;
}

/**
 * Waits for `work` within the limits. If the work settles too late, its result or error is ignored.
 *
 * @throws The rejection of the work, the timeout's error, or the signal's reason.
 */
export function within<T>(work: PromiseLike<T>, { ms, timeout, signal }: Bounds): Promise<T> {
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    const end = (): void => {
      for (const stop of stops) stop();
    };
    const fail = (error: unknown): void => {
      end();
      reject(error);
    };
    stops.push(after(ms, () => fail(timeout())));
    if (signal) stops.push(onAbort(signal, () => fail(signal.reason)));
    settle(work, resolve, reject, end);
  });
}

/**
 * The result of the work. If the signal is aborted first, a late result is passed to `discard`.
 *
 * @throws The rejection of the work, or the signal's reason.
 */
export function unlessAborted<T>(
  work: PromiseLike<T>,
  signal: AbortSignal | undefined,
  discard?: (late: T) => void,
): Promise<T> {
  if (signal === undefined) return Promise.resolve(work);
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => {
      reject(signal.reason);
      if (discard) work.then(discard, () => {});
    });
    settle(work, resolve, reject, stop);
  });
}

/** Waits until the work is resolved or rejected, but no longer than the given time. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  await within(work, { ms, timeout: () => new Error('late') }).catch(() => {});
}

/**
 * Calls back after the given time plus one turn of the event loop. A delayed process can thus handle data that has
 * already arrived before it treats the data as missing.
 *
 * @returns A function that cancels the call. It may be called at any time.
 */
export function after(ms: number, callback: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    turn = setImmediate(callback);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

/** A controller that is aborted when `parent` is aborted, unless `unlink` was called before. */
export function childController(parent: AbortSignal): { controller: AbortController; unlink: () => void } {
  const controller = new AbortController();
  const unlink = onAbort(parent, () => controller.abort(parent.reason));
  return { controller, unlink };
}

/**
 * Settles a promise with the result of the work. A late result is ignored, because a promise can be settled only once.
 */
function settle<T>(
  work: PromiseLike<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
  stop: () => void,
): void {
  work.then(
    (value) => {
      stop();
      resolve(value);
    },
    (error: unknown) => {
      stop();
      reject(error);
    },
  );
}
