/**
 * Hooks for got: it asks before the first request and before each redirect. Retries ask again. The call's signal ends the
 * asking, and so does its `timeout.request`, which got itself counts from the request on.
 *
 *     const robots = got.extend(robotsHooks(guard(client)));
 */
export function robotsHooks(ask) {
  const asking = async ({ url, signal, timeout }) => {
    const time = timeout?.request === undefined ? [] : [AbortSignal.timeout(timeout.request)];
    const signals = [...(signal ? [signal] : []), ...time];
    await ask(url, signals.length > 0 ? { signal: AbortSignal.any(signals) } : {});
  };
  return { hooks: { beforeRequest: [asking], beforeRedirect: [asking] } };
}
