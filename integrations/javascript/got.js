/**
 * Hooks for got that check robots.txt before each request, including redirects and retries. The call's signal and its
 * `timeout.request` abort the check; got itself starts that timeout only with the request. Delays are counted from the
 * response. Given got's class, a check that takes too long ends with got's own error; without it, its `code` is got's.
 *
 *     import got, { TimeoutError } from 'got';
 *     const robots = got.extend(robotsHooks(guard(client), { TimeoutError }));
 */
export function robotsHooks(ask, { TimeoutError } = {}) {
  const passed = new WeakMap();
  const asking = async (options) => {
    const { url, signal, timeout, headers } = options;
    const time = timeout?.request === undefined ? [] : [AbortSignal.timeout(timeout.request)];
    const signals = [...(signal ? [signal] : []), ...time];
    const onPass = (answered) => passed.set(options, answered);
    const asked = ask(url, {
      host: headers.host,
      onPass,
      ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    });
    await asked.catch((error) => {
      throw time.some(({ reason }) => reason === error) ? timeoutError(timeout.request) : error;
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
          const isOwn = error.code === 'ETIMEDOUT' && error.cause?.event === 'request';
          if (!TimeoutError || !isOwn || error instanceof TimeoutError) return error;
          return new TimeoutError(error.cause, error.timings, error.request);
        },
      ],
      beforeRetry: [(error) => answered(error.options)],
    },
  };
}

/** The error that got begins its own with. */
function timeoutError(milliseconds) {
  const error = new Error(`Timeout awaiting 'request' for ${milliseconds}ms`);
  return Object.assign(error, { name: 'TimeoutError', code: 'ETIMEDOUT', event: 'request' });
}
