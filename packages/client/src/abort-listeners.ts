/**
 * Listens to abort signals. Each signal gets only one listener, regardless of the number of waiting callers. Otherwise,
 * a crawler that passes the same signal to a thousand checks would trigger Node's leak warning.
 */

const callbacks = new WeakMap<AbortSignal, Set<() => void>>();
const dispatchers = new WeakMap<AbortSignal, () => void>();

/**
 * Calls `callback` once, when the signal is aborted, or immediately if the signal is already aborted.
 *
 * @returns A function that stops listening and may be called at any time.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const waiting = callbacks.get(signal) ?? listen(signal);
  // Wraps the callback in a new function, so that the same callback can be registered twice.
  const call = (): void => callback();
  waiting.add(call);
  return () => {
    waiting.delete(call);
    if (waiting.size === 0) stopListening(signal, waiting);
  };
}

function listen(signal: AbortSignal): Set<() => void> {
  const waiting = new Set<() => void>();
  const dispatch = (): void => {
    for (const call of [...waiting]) {
      waiting.delete(call);
      call();
    }
  };
  callbacks.set(signal, waiting);
  dispatchers.set(signal, dispatch);
  signal.addEventListener('abort', dispatch, { once: true });
  return waiting;
}

function stopListening(signal: AbortSignal, waiting: Set<() => void>): void {
  // Another callback may have been registered, with a new listener, since the last one was removed.
  if (callbacks.get(signal) !== waiting) return;
  callbacks.delete(signal);
  signal.removeEventListener('abort', dispatchers.get(signal)!);
}
