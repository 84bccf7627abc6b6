/** Determines the one host of a request (RFC 9112 §3.2), in the form in which the rest of the service reads it. */
import type { IncomingMessage } from 'node:http';
import { isHost } from './hosts.ts';

/**
 * Ensures that the header has one valid host. If the target has absolute form, its authority replaces `Host` (§3.2.2),
 * and its path is the target. Addresses are written as the URL Standard writes them.
 *
 * @returns False if the request must be rejected: it has two `Host` fields, or in HTTP/1.1 none, a `Host` that is
 * not a host (§3.2), or a target without a host. A request with the target `*` is also rejected, because it names no resource.
 */
export function settleHost(
  incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url' | 'httpVersion'>,
): boolean {
  const { headers, rawHeaders, url: target = '' } = incoming;
  // Node keeps only the first value of a repeated `Host`.
  if (countOfHosts(rawHeaders) > 1) return false;
  if (target.startsWith('/')) {
    const { host } = headers;
    if (host === undefined) return incoming.httpVersion === '1.0';
    if (host.startsWith('[') && URL.canParse(`http://${host}`)) headers.host = new URL(`http://${host}`).host;
    return host === '' || isHost(host);
  }
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  headers.host = url.host;
  incoming.url = url.pathname + url.search;
  return true;
}

function countOfHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}
