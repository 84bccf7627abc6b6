/** The time that one question has, and the signal that ends it: nothing is set up unless somebody asks for it. */

/** How long an answer is wanted. */
export interface Deadline {
  /** Aborted when the time is over, or nobody waits for the answer any more. */
  signal(): AbortSignal;
  /** The time is over. */
  isOver(): boolean;
  /** The answer is there: no timer and no listener stays behind. */
  clear(): void;
}

/** A deadline that ends early with `parent`. */
export function createDeadline(timeoutMs: number, parent: () => AbortSignal): Deadline {
  let controller: AbortController | undefined;
  let isOver = false;
  let clear = (): void => {};

  function start(): AbortSignal {
    const own = new AbortController();
    const above = parent();
    const onAbort = (): void => own.abort(above.reason);
    const timer = setTimeout(() => {
      isOver = true;
      own.abort(new DOMException('The time of the request is over', 'TimeoutError'));
    }, timeoutMs);
    if (above.aborted) onAbort();
    above.addEventListener('abort', onAbort, { once: true });
    clear = () => {
      clearTimeout(timer);
      above.removeEventListener('abort', onAbort);
    };
    controller = own;
    return own.signal;
  }

  return {
    signal: () => controller?.signal ?? start(),
    isOver: () => isOver,
    clear: () => clear(),
  };
}
