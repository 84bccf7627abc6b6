/**
 * Reads the date of `unavailable_after`. Google asks for "a widely adopted format" and names RFC 822, RFC 850 and ISO
 * 8601; authors also write dates as JavaScript prints them.
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The zones of RFC 822 §5.1 and their offsets from UTC, in hours. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
};

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/;
/** `25 Jun 2010`, `25-Jun-10`. */
const DAY_FIRST = /(?:^|[ ,])(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ ,-]+(\d{4}|\d\d)(?!\d)/;
/** `June 25, 2026`, `Jun 25 2026`. */
const MONTH_FIRST = /(?:^|[ ,])([a-z]{3})[a-z]{0,6} (\d{1,2})[ ,]+(\d{4})(?!\d)/;
const CLOCK = /(?:^|[t ])(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)? ?(?:gmt|utc|z)?([+-]\d\d):?(\d\d)?/;
const PLAIN_CLOCK = /(?:^|[t ])(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?: ?([a-z]{1,4})(?![a-z]))?/;

/**
 * The instant in milliseconds since 1970; `undefined` if the text has no complete date. A missing time is midnight, and
 * a missing or unknown zone is UTC.
 *
 * @param text In lower case.
 */
export function expiryDate(text: string): number | undefined {
  const plain = text.slice(0, 128).replace(/["']/g, '').replace(/\s+/g, ' ').trim();
  const date = dayOf(plain);
  if (date === undefined) return undefined;
  const [year, month, day] = date;
  const midnight = Date.UTC(year, month, day);
  const isDay = month >= 0 && month < 12 && day >= 1 && new Date(midnight).getUTCDate() === day;
  return isDay ? midnight + clockOf(plain) : undefined;
}

function dayOf(text: string): readonly [year: number, month: number, day: number] | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) return [Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])];
  const first = DAY_FIRST.exec(text);
  if (first !== null)
    return [fullYear(first[3] as string), MONTHS.indexOf(first[2] as string), Number(first[1])];
  const second = MONTH_FIRST.exec(text);
  if (second === null) return undefined;
  return [Number(second[3]), MONTHS.indexOf(second[1] as string), Number(second[2])];
}

/** Two digits (RFC 850) are years from 1970 to 2069. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function clockOf(text: string): number {
  const [, hours, minutes, seconds = '0', zone = '', zoneMinutes = '0'] =
    CLOCK.exec(text) ?? PLAIN_CLOCK.exec(text) ?? [];
  if (hours === undefined) return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const offset = /^[+-]/.test(zone)
    ? Number(zone) * 60 + sign * Number(zoneMinutes)
    : (ZONES[zone] ?? 0) * 60;
  return ((Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds)) * 1000;
}
