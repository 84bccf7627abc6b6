/** Bounding work by time and by a signal, so that neither a timer nor a listener outlives it. */

/** The work's own result, unless the time is over or the signal is aborted first. */
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
export function within<T>(work: PromiseLike<T>, { ms, timeout, signal }: Bounds): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown): void => {
      end();
      reject(error);
    };
    const onAbort = (): void => fail(signal.reason);
    const timer = setTimeout(() => fail(timeout()), ms);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then((value) => {
      end();
      resolve(value);
    }, fail);
    if (signal.aborted) onAbort();
  });
}

/** Like {@link within} without a time. */
export function unlessAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return Promise.resolve(work);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => fail(signal.reason);
    const fail = (error: unknown): void => {
      signal.removeEventListener('abort', onAbort);
      reject(error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    work.then((value) => {
      signal.removeEventListener('abort', onAbort);
      resolve(value);
    }, fail);
    if (signal.aborted) onAbort();
  });
}

/** A controller that is aborted with `parent`, until `unlink` is called. */
export function childController(parent: AbortSignal): { controller: AbortController; unlink: () => void } {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(parent.reason);
  if (parent.aborted) onAbort();
  else parent.addEventListener('abort', onAbort, { once: true });
  return { controller, unlink: () => parent.removeEventListener('abort', onAbort) };
}
