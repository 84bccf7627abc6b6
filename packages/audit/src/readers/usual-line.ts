/**
 * Reads the usual lines of the Combined format in one pass. Each is read as the other readers would read it; a line that
 * leaves them anything to decide is left to them.
 */
import { type Hit, hostOf } from '../hit.ts';
import type { LineStart } from './line-start.ts';
import type { LineTails } from './line-tail.ts';
import { clfTime } from './time.ts';
import { MOST_HEADER, peerAddress, present } from './to-hit.ts';

/**
 * Time, method, path and query, status, octets, Referer, User-Agent, and empty columns or one address. A Referer that is not a URL may
 * be another column. Nothing is escaped, the path is none that servers write for a request that they refused, and the
 * User-Agent is not encoded.
 */
const USUAL =
  / \[(.{26})\] "(?!UNKNOWN )([A-Z]{1,32}) (?!\/(?:badURI|undecodable_path) )(\/[!#-[\]-~]*) HTTP\/\d(?:\.\d)?" (\d{3}) (\d{1,15}|-) "(?:-|http[^"\\]*)" "([ !#$&-[\]-~]*)"(?:((?: "-")*)| "(\d{1,3}(?:\.\d{1,3}){3})")$/y;

/** The hit of a usual line whose time is at `at`; `isUsual` as in `LineTails`. */
export function usualHit(
  text: string,
  at: number,
  start: LineStart,
  isUsual: LineTails['isUsual'],
  line: number,
  offset: number,
): Hit | undefined {
  USUAL.lastIndex = at;
  const match = USUAL.exec(text);
  if (!match) return undefined;
  const url = match[3] as string;
  const userAgent = match[6] as string;
  const forwarded = match[8];
  const columns = forwarded === undefined ? 2 + (match[7] as string).length / 4 : 3;
  // Squid drops what follows the question mark. A host or an address, which may be another column, has no slash.
  if (url.endsWith('?') || !(userAgent.includes('/') || (userAgent === '-' && columns === 2)))
    return undefined;
  const time = clfTime(match[1] as string);
  if (Number.isNaN(time) || !isUsual(columns, forwarded !== undefined)) return undefined;
  const hit: { -readonly [member in keyof Hit]: Hit[member] } = {
    line,
    offset,
    time,
    host: hostOf(start.host),
    address: peerAddress(start.address),
    method: match[2] as string,
    url,
    status: Number(match[4]),
    bytes: match[5] === '-' ? undefined : Number(match[5]),
    userAgent: present(userAgent)?.slice(0, MOST_HEADER) ?? '',
  };
  if (forwarded !== undefined) hit.addresses = { forwarded, forwardedBy: 'X-Forwarded-For' };
  return hit;
}
