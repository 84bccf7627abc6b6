/**
 * Hooks for got that check robots.txt before each request, including redirects and retries. The call's signal and its
 * `timeout.request` abort the check; got itself starts that timeout only with the request. Delays are counted from the
 * response.
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
      // got calls this hook for redirects, too.
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
