/**
 * An interceptor for undici: every request of the dispatcher asks first, those that follow redirects too, if it is
 * composed inside of the redirect interceptor.
 *
 *     const agent = new Agent().compose(robots(guard(client)), interceptors.redirect({ maxRedirections: 5 }));
 */
export function robots(ask) {
  return (dispatch) => (options, handler) => {
    const url = new URL(options.path, options.origin);
    ask(url, options.signal ? { signal: options.signal } : {}).then(
      () => dispatch(options, handler),
      (error) => handler.onResponseError?.(undefined, error),
    );
    return true;
  };
}
