/** Determines the host of a request if its target and its `Host` fields disagree (RFC 9112 §3.2). */
import type { IncomingMessage } from 'node:http';
import { isHost } from './hosts.ts';

/**
 * Ensures that the header has one valid host. If the target has absolute form, its authority replaces `Host` (§3.2.2).
 *
 * @returns False if the request must be rejected: it has two `Host` fields, a `Host` that is not a host (§3.2), or a
 * target without a host. A request with the target `*` is also rejected, because it names no resource.
 */
export function settleHost(incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>): boolean {
  const { headers, rawHeaders, url: target = '' } = incoming;
  // Node keeps only the first value of a repeated `Host`.
  if (countOfHosts(rawHeaders) > 1) return false;
  if (target.startsWith('/'))
    return headers.host === undefined || headers.host === '' || isHost(headers.host);
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return false;
  headers.host = url.host;
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
