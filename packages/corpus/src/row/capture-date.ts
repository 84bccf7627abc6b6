/** Parses `WARC-Date`, a W3C date-time in UTC. WARC 1.1 also allows less or more precision (ISO 28500 §5.4). */
const FORM = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?Z)?)?)?$/;

/** The form of nearly all dates. The general parser handles days after the 28th. */
const PLAIN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** The date in ISO 8601 with milliseconds; further digits are dropped. `null` if there is no valid date. */
export function isoDate(date: string | undefined): string | null {
  if (date !== undefined && PLAIN.test(date)) return `${date.slice(0, -1)}.000Z`;
  const match = FORM.exec(date ?? '');
  if (!match) return null;
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = ''] =
    match;
  const isDay = Number(day) >= 1 && Number(day) <= daysOf(Number(year), Number(month));
  if (!isDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${`${fraction}000`.slice(0, 3)}Z`;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number of days in a month; 0 if `month` is not a month. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (DAYS[month - 1] ?? 0) + (month === 2 && isLeap ? 1 : 0);
}
