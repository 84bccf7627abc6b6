/**
 * Tells a proxy's own answer from the site's answer that it passes on. Only an `http:` URL that is requested from the
 * proxy itself needs this; through a tunnel, nobody but the site can answer. The marks are those of
 * `spec/servers/proxy-answers.json`. HAProxy, Varnish and nginx mark nothing, or the same as in front of a site.
 */
type Fields = Readonly<Record<string, string>>;

/** The value of `Expires` in each page that Privoxy makes itself. */
const privoxyExpires = 'Sat, 17 Jun 2000 12:00:00 GMT';

/** What shows that a proxy speaks for itself, in the order in which it is looked for. A field may occur twice. */
const marks: readonly ((status: number, fields: Fields) => string | undefined)[] = [
  // RFC 9110 §15.5.8: only a proxy asks for a proxy's password.
  (status) => (status === 407 ? 'it wants a password' : undefined),
  // RFC 9209 §2.1.1: the parameter `error` means that the proxy generated the response.
  (_, { 'proxy-status': status }) => /;\s*error\s*=\s*"?([\w-]+)/.exec(status ?? '')?.[1],
  (_, { 'x-squid-error': error }) => error?.split(' ')[0],
  (_, { server }) => (/\btinyproxy\//.test(server ?? '') ? 'a page of tinyproxy' : undefined),
  (_, { expires, pragma }) =>
    expires?.includes(privoxyExpires) && pragma?.includes('no-cache') ? 'a page of Privoxy' : undefined,
];

/**
 * The proxy's own answer, in words; undefined if the site answered, or nothing shows that the proxy did.
 *
 * @param proxy The proxy, as `host:port`.
 */
export function proxyAnswer(proxy: string, status: number, fields: Fields): string | undefined {
  for (const mark of marks) {
    const what = mark(status, fields);
    if (what !== undefined) return `The proxy ${proxy} answered ${status}: ${what.slice(0, 60)}`;
  }
  return undefined;
}
