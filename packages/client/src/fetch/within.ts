/** Bounding work by time and by a signal, so that neither a timer nor a listener outlives it. */
import { onAbort } from '../abort-listeners.ts';

/** What work is bounded by. */
export interface Bounds {
  /** Real time in milliseconds. */
  ms: number;
  /** Made when the time is over. */
  timeout: () => Error;
  /** Its reason is what the wait ends with. */
  signal: AbortSignal;
}

/**
 * Waits for `work`, but not longer than its bounds permit. Work that settles too late is ignored, not unhandled.
 *
 * @throws What the work rejects with, the timeout's error, or the signal's reason.
 */
export async function within<T>(work: PromiseLike<T>, { ms, timeout, signal }: Bounds): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeout()), ms);
  });
  try {
    return await unlessAborted(Promise.race([work, late]), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Like {@link within} without a time. */
export function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return Promise.resolve(work);
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason));
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
  });
}

/** A controller that is aborted with `parent`, until `unlink` is called. */
export function childController(parent: AbortSignal): { controller: AbortController; unlink: () => void } {
  const controller = new AbortController();
  const unlink = onAbort(parent, () => controller.abort(parent.reason));
  return { controller, unlink };
}
