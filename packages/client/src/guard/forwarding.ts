/** Wraps undici handlers of both kinds: the newer kind with a controller, and the older kind without one. */
import type { Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;

/** All methods of both kinds, including those that undici's types omit. */
const methods = [
  ...['onRequestStart', 'onRequestUpgrade', 'onResponseStart', 'onResponseData', 'onResponseEnd'],
  ...['onResponseError', 'onConnect', 'onUpgrade', 'onResponseStarted', 'onHeaders', 'onData'],
  ...['onComplete', 'onError', 'onBodySent', 'onRequestSent'],
] as const;

/**
 * Forwards calls to the methods of `handler`, except those that `instead` overrides. Methods that `handler` lacks stay
 * undefined.
 */
export function forwarding(handler: Handler, instead: Handler): Handler {
  const target = handler as unknown as Record<string, ((...all: unknown[]) => unknown) | undefined>;
  const forwarded = methods.flatMap((name) =>
    target[name] === undefined ? [] : [[name, (...all: unknown[]) => target[name]?.(...all)] as const],
  );
  return { ...Object.fromEntries(forwarded), ...instead };
}

export function hasController(handler: Handler): boolean {
  return handler.onRequestStart !== undefined;
}

/** Reports to a handler the failure of a request that has not begun. */
export function failHandler(
  handler: Handler,
  controller: Dispatcher.DispatchController,
  error: unknown,
): void {
  if (hasController(handler)) handler.onResponseError?.(controller, error as Error);
  else handler.onError?.(error as Error);
}
