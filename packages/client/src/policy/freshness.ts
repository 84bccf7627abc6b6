/**
 * Computes how long a response is fresh according to its header (RFC 9111 §4.2), for a private cache of one
 * representation per origin. Pure.
 *
 * Some fields are deliberately ignored: `s-maxage`, `proxy-revalidate` and `private` concern shared caches.
 * `Set-Cookie` and `Vary` have no effect, because robots.txt is always requested with the same header fields. No
 * lifetime is estimated from `Last-Modified`, because RFC 9309 §2.4 defines the lifetime of a file that states none.
 */

/** The parts of a response that determine its freshness. */
export interface ReceivedResponse {
  /** The header fields, with names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The time at which the request was sent, in epoch milliseconds. */
  requestedAt: number;
  /** The time at which the header arrived, in epoch milliseconds. */
  receivedAt: number;
}

/** The maximum delta-seconds, which replaces any greater value (RFC 9111 §1.2.2). */
const maxDeltaSeconds = 2 ** 31;

/**
 * The remaining lifetime of a response at the time when it arrives.
 *
 * @returns The remaining lifetime in milliseconds. 0 if the response has expired, has invalid freshness information
 * (§4.2.1), or must not be reused without validation (`no-store`, `no-cache`). Undefined if the response states no
 * lifetime.
 */
export function statedFreshnessMs(response: ReceivedResponse): number | undefined {
  const { headers } = response;
  const directives = parseCacheControl(headers['cache-control'] ?? '');
  // With an argument, `no-cache` applies only to the fields it names (§5.2.2.4).
  if (directives.has('no-store') || directives.get('no-cache') === true) return 0;
  const maxAge = directives.get('max-age');
  if (maxAge !== undefined) return remaining((deltaSeconds(maxAge) ?? 0) * 1000, response);
  const expires = headers['expires'];
  if (expires === undefined) return undefined;
  const expiresAt = parseHttpDate(expires, response.receivedAt);
  return expiresAt === undefined ? 0 : remaining(expiresAt - sentAt(response), response);
}

/** The age of the response in milliseconds when it arrived (RFC 9111 §4.2.3). */
export function initialAgeMs(response: ReceivedResponse): number {
  const { headers, requestedAt, receivedAt } = response;
  const apparentMs = Math.max(0, receivedAt - sentAt(response));
  const stated = deltaSeconds((headers['age'] ?? '').split(',', 1)[0]!.trim());
  if (stated === undefined) return apparentMs;
  return Math.max(apparentMs, stated * 1000 + Math.max(0, receivedAt - requestedAt));
}

function remaining(lifetimeMs: number, response: ReceivedResponse): number {
  return Math.max(0, lifetimeMs - initialAgeMs(response));
}

/** The time in the response's Date field. Without a Date, the time at which the response arrived (RFC 9110 §6.6.1). */
function sentAt({ headers, receivedAt }: ReceivedResponse): number {
  return parseHttpDate(headers['date'] ?? '', receivedAt) ?? receivedAt;
}

/** Parses delta-seconds (RFC 9111 §1.2.2); undefined for anything else. */
export function deltaSeconds(text: string | true): number | undefined {
  if (text === true || !/^\d+$/.test(text)) return undefined;
  return Math.min(Number(text), maxDeltaSeconds);
}

/** Arguments by directive name in lower case; true for a directive without an argument. */
type CacheDirectives = ReadonlyMap<string, string | true>;

/**
 * Splits a field value into its directives. If a directive is repeated, the first one counts (RFC 9111 §4.2.1).
 * Malformed parts are skipped. The work is linear in the length of the field.
 */
export function parseCacheControl(field: string): CacheDirectives {
  const directives = new Map<string, string | true>();
  for (const part of splitOutsideQuotes(field)) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name === '' || directives.has(name)) continue;
    directives.set(name, equals < 0 ? true : unquote(part.slice(equals + 1).trim()));
  }
  return directives;
}

/** Splits at commas outside quoted strings (RFC 9110 §5.6.4). */
function splitOutsideQuotes(field: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < field.length; at++) {
    const character = field[at];
    if (isQuoted && character === '\\') at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) {
      parts.push(field.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(field.slice(start));
  return parts;
}

function unquote(argument: string): string {
  if (argument.length < 2 || !argument.startsWith('"') || !argument.endsWith('"')) return argument;
  return argument.slice(1, -1).replaceAll(/\\(.)/g, '$1').trim();
}

const months = 'janfebmaraprmayjunjulaugsepoctnovdec';

/**
 * Matches IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`) and the RFC 850 format, which has dashes or a two-digit year.
 */
const dayFirst =
  /^[a-z]{3,9}, ?(\d{1,2})[ -]([a-z]{3})[ -](\d{2}|\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:gmt|utc|\+0000)$/i;

/** Matches the asctime format of ANSI C, which is implicitly GMT: `Sun Nov 6 08:49:37 1994`. */
const asctime = /^[a-z]{3} ([a-z]{3}) {1,2}(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i;

/**
 * Parses an HTTP-date in any of its three formats.
 *
 * @param now The current time in epoch milliseconds. It is needed for two-digit years, which are interpreted as at most
 * 50 years in the future.
 * @returns Epoch milliseconds; undefined if the text is not an HTTP-date.
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  const first = dayFirst.exec(trimmed);
  if (first) {
    const [, day = '', month = '', year = '', ...time] = first;
    return toInstant(fullYear(year, now), month, day, time);
  }
  const [, month = '', day = '', hour = '', minute = '', second = '', year] = asctime.exec(trimmed) ?? [];
  return year === undefined ? undefined : toInstant(Number(year), month, day, [hour, minute, second]);
}

function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date(now).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + Number(year);
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury;
}

function toInstant(
  year: number,
  monthName: string,
  day: string,
  time: readonly string[],
): number | undefined {
  const month = months.indexOf(monthName.toLowerCase()) / 3;
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  // Second 60 is a leap second, which `Date.UTC` carries over to the next minute.
  if (!Number.isInteger(month) || month < 0 || hour > 23 || minute > 59 || second > 60) return undefined;
  const instant = Date.UTC(year, month, Number(day), hour, minute, second);
  const isInMonth = new Date(Date.UTC(year, month, Number(day))).getUTCMonth() === month;
  return isInMonth && Number(day) > 0 ? instant : undefined;
}
