/** A span of the day, `HHMM-HHMM` in UTC, as Request-rate and Visit-time write it. */

/** Minutes of the UTC day, 0 to 1439, both ends included; from 22:00 to 05:59 it goes over midnight. */
export interface TimeWindow {
  readonly fromMinutes: number;
  readonly toMinutes: number;
}

/** The window that `text` writes; `undefined` where it writes none. */
export function readTimeWindow(text: string): TimeWindow | undefined {
  const [, from, to] = /^([0-9]{4})-([0-9]{4})$/.exec(text) ?? [];
  const fromMinutes = minutesOf(from);
  const toMinutes = minutesOf(to);
  if (fromMinutes === undefined || toMinutes === undefined) return undefined;
  return Object.freeze({ fromMinutes, toMinutes });
}

/**
 * Whether a time lies in a window.
 *
 * @param at Epoch milliseconds.
 */
export function isWithin({ fromMinutes, toMinutes }: TimeWindow, at: number): boolean {
  const minutes = Math.floor(at / 60_000);
  const minute = ((minutes % DAY) + DAY) % DAY;
  return fromMinutes <= toMinutes
    ? fromMinutes <= minute && minute <= toMinutes
    : fromMinutes <= minute || minute <= toMinutes;
}

/** Minutes of a day. */
const DAY = 24 * 60;

function minutesOf(text = ''): number | undefined {
  const hours = Number(text.slice(0, 2));
  const minutes = Number(text.slice(2));
  return text !== '' && hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
}
