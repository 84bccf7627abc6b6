/**
 * Converts times in logs to epoch milliseconds; `NaN` if the text is not a time. A zone that does not exist, such as
 * `+0550`, which a program made of half an hour, is none.
 */

const MONTHS: ReadonlyMap<string, number> = new Map(
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, index) => [
    name,
    index,
  ]),
);

const CLF =
  /^(\d{1,2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?: ([+-])(0\d|1[0-4]):?(00|30|45))?$/;

/** The last minute: what precedes the second, what follows it, and its time. */
let lastMinute = ' ';
let lastZone = '';
let lastMinuteMs = Number.NaN;

/**
 * Parses `10/Oct/2000:13:55:36 -0700`. A time without a zone is taken as UTC. Lines of the same minute are usually
 * consecutive, so the last minute is cached.
 */
export function clfTime(text: string): number {
  // "10/Oct/2000:13:55:" and " -0700" surround the two digits of the second.
  if (text.length === 26) {
    if (!text.startsWith(lastMinute) || !text.endsWith(lastZone)) {
      lastMinute = text.slice(0, 18);
      lastZone = text.slice(20);
      lastMinuteMs = readClf(`${lastMinute}00${lastZone}`);
    }
    const second = twoDigits(text, 18);
    return second <= 60 ? lastMinuteMs + second * 1000 : Number.NaN;
  }
  return readClf(text);
}

function readClf(text: string): number {
  const match = CLF.exec(text);
  const month = MONTHS.get(match?.[2] ?? '');
  if (!match || month === undefined) return Number.NaN;
  const [, day, , year, hour, minute, second, fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] =
    match;
  const date = Number(day);
  if (
    date < 1 ||
    date > daysIn(Number(year), month) ||
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 60
  )
    return Number.NaN;
  const local = Date.UTC(Number(year), month, date, Number(hour), Number(minute), Number(second));
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000;
  return local - (sign === '-' ? -zone : zone) + Math.floor(Number(`0.${fraction || 0}`) * 1000);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

const ISO =
  /^\d{4}([-/])\d{2}\1\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(Z|[+-](?:0\d|1[0-4]):?(?:00|30|45))?$/;

/** Parses ISO 8601, also with a space instead of the `T`, or slashes instead of the hyphens. A time without a zone is taken as UTC. */
export function isoTime(text: string): number {
  const match = ISO.exec(text);
  if (!match) return Number.NaN;
  const zone = match[2] ?? 'Z';
  const local = text.slice(0, match[2] === undefined ? undefined : -match[2].length).trim();
  return Date.parse(
    `${local.replaceAll('/', '-').replace(' ', 'T').replace(',', '.')}${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`,
  );
}

/** The year 1990 in epoch seconds. A smaller number is a duration, not the time of a request. */
const LEAST_SECONDS = 631_152_000;

/**
 * Converts seconds, milliseconds, microseconds or nanoseconds since 1970, distinguished by magnitude. Valid for times
 * from 1990 to 2200.
 */
export function epochTime(value: number): number {
  if (value < LEAST_SECONDS) return Number.NaN;
  if (value < 1e11) return Math.round(value * 1000);
  if (value < 1e14) return Math.round(value);
  return Math.round(value / (value < 1e17 ? 1e3 : 1e6));
}

/** Whether the text of a time contains no zone and is not a number of seconds since 1970. */
export function isZoneless(value: unknown): boolean {
  return (
    typeof value === 'string' && !/(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\]?$/i.test(value) && !/^[\d.]+$/.test(value)
  );
}

/** Parses a time in any of these forms. */
export function anyTime(value: unknown): number {
  if (typeof value === 'number') return epochTime(value);
  if (typeof value !== 'string') return Number.NaN;
  if (/^\d+(?:\.\d+)?$/.test(value)) return epochTime(Number(value));
  const text = value.replace(/^\[|\]$/g, '').replace(/ UTC$/, 'Z');
  const iso = isoTime(text);
  return Number.isNaN(iso) ? clfTime(text) : iso;
}
