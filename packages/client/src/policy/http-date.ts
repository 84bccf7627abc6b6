/**
 * Parses HTTP-date (RFC 9110 §5.6.7). `Date.parse` is unsuitable, because it parses `0` as a year, and reads times
 * without a zone as local times.
 */

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
