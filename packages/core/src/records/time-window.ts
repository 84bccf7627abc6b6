/** A time window within a day, `HHMM-HHMM` in UTC, as used by Request-rate and Visit-time. */

/** A range of minutes in the UTC day, 0 to 1439, both ends included. A window from 22:00 to 05:59 spans midnight. */
export interface TimeWindow {
  readonly fromMinutes: number;
  readonly toMinutes: number;
}

/** The window in `text`; `undefined` if the text is not a valid window. */
export function readTimeWindow(text: string): TimeWindow | undefined {
  const [, from, to] = /^([0-9]{4})-([0-9]{4})$/.exec(text) ?? [];
  const fromMinutes = minutesOf(from);
  const toMinutes = minutesOf(to);
  if (fromMinutes === undefined || toMinutes === undefined) return undefined;
  return Object.freeze({ fromMinutes, toMinutes });
}

/**
 * Whether a time is within a window.
 *
 * @param at The time in milliseconds since the epoch.
 */
export function isWithin({ fromMinutes, toMinutes }: TimeWindow, at: number): boolean {
  const minutes = Math.floor(at / 60_000);
  const minute = ((minutes % DAY) + DAY) % DAY;
  return fromMinutes <= toMinutes
    ? fromMinutes <= minute && minute <= toMinutes
    : fromMinutes <= minute || minute <= toMinutes;
}

const DAY = 24 * 60;

function minutesOf(text = ''): number | undefined {
  const hours = Number(text.slice(0, 2));
  const minutes = Number(text.slice(2));
  return text !== '' && hours < 24 && minutes < 60 ? hours * 60 + minutes : undefined;
}
