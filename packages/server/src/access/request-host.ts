/** Whom a request is for, where its target and its `Host` fields say it in more ways than one (RFC 9112 §3.2). */
import type { IncomingMessage } from 'node:http';

/**
 * Leaves one host in the header: of a target in absolute form, its own authority, whatever `Host` says (§3.2.2).
 *
 * @returns False for a request that has to be refused: with two `Host` fields, or a target that names no host.
 */
export function settleHost(incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>): boolean {
  const { headers, rawHeaders, url: target = '' } = incoming;
  // Node gives the first of several, and leaves the others out.
  if (countOfHosts(rawHeaders) > 1) return false;
  if (target.startsWith('/') || target === '*') return true;
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
