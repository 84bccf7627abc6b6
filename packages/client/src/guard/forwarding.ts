/** Handlers of undici that are looked into on their way: of the kind with a controller, and of the older kind without. */
import type { Dispatcher } from 'undici';

type Handler = Dispatcher.DispatchHandler;

/** Every method of both kinds, also those that undici's types leave out. */
const methods = [
  ...['onRequestStart', 'onRequestUpgrade', 'onResponseStart', 'onResponseData', 'onResponseEnd'],
  ...['onResponseError', 'onConnect', 'onUpgrade', 'onResponseStarted', 'onHeaders', 'onData'],
  ...['onComplete', 'onError', 'onBodySent', 'onRequestSent'],
] as const;

/** Calls the methods of `handler` as methods of it, but for those given instead. What it does not have stays away. */
export function forwarding(handler: Handler, instead: Handler): Handler {
  const target = handler as unknown as Record<string, ((...all: unknown[]) => unknown) | undefined>;
  const forwarded = methods.flatMap((name) =>
    target[name] === undefined ? [] : [[name, (...all: unknown[]) => target[name]?.(...all)] as const],
  );
  return { ...Object.fromEntries(forwarded), ...instead };
}

/** Whether a handler is of the kind with a controller. */
export function hasController(handler: Handler): boolean {
  return handler.onRequestStart !== undefined;
}

/** Reports the failure of a request that has not begun. */
export function failHandler(
  handler: Handler,
  controller: Dispatcher.DispatchController,
  error: unknown,
): void {
  if (hasController(handler)) handler.onResponseError?.(controller, error as Error);
  else handler.onError?.(error as Error);
}
