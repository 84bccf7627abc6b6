/**
 * Hooks for got: it asks before each request, redirects and retries included. The call's signal ends the asking, and so
 * does its `timeout.request`, which got itself counts from the request on. Delays count from the answer.
 *
 *     const robots = got.extend(robotsHooks(guard(client)));
 */
export function robotsHooks(ask) {
  const passed = new WeakMap();
  const asking = async (options) => {
    const { url, signal, timeout, headers } = options;
    const time = timeout?.request === undefined ? [] : [AbortSignal.timeout(timeout.request)];
    const signals = [...(signal ? [signal] : []), ...time];
    const onPass = (answered) => passed.set(options, answered);
    await ask(url, {
      host: headers.host,
      onPass,
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
  };
  const answered = (options) => passed.get(options)?.();
  return {
    hooks: {
      // Redirects come here, too.
      beforeRequest: [asking],
      beforeRedirect: [(_, response) => answered(response.request.options)],
      afterResponse: [
        (response) => {
          answered(response.request.options);
          return response;
        },
      ],
      beforeError: [
        (error) => {
          answered(error.options);
          return error;
        },
      ],
      beforeRetry: [(error) => answered(error.options)],
    },
  };
}
