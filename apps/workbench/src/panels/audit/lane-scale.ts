/**
 * Places the bars of timelines on a scale by time. If days without requests would take most of the width, the scale
 * contains only the days with requests.
 */
import type { AuditReport, CrawlerReport } from '@robots-exclusion/audit';

export const WIDTH = 600;

export interface Bar {
  readonly when: string;
  readonly x: number;
  readonly width: number;
  readonly count: number;
  readonly broken: number;
}

export interface LaneScale {
  /** A note about the scale, with a trailing space. */
  readonly note: string;
  barsOf(crawler: CrawlerReport): readonly Bar[];
  /** The position of an instant in epoch milliseconds; `undefined` if it is outside the scale. */
  markAt(time: number): number | undefined;
}

type Lanes = readonly CrawlerReport[];

const DAY_MS = 24 * 60 * 60 * 1000;
/** A log that covers fewer days is always shown on a scale by time. */
const LEAST_DAYS = 14;
/**
 * A log is shown on a scale by time unless the number of days that it covers is at least this factor times the number
 * of days with requests.
 */
const MOST_EMPTY = 3;

/**
 * A scale that contains only the days with requests; `undefined` if the log has few days without requests. On a scale
 * by time, a single request from another year would squeeze all other requests into one bar.
 */
export function dayScale({ first, last }: AuditReport, lanes: Lanes): LaneScale | undefined {
  const days = [...new Set(lanes.flatMap(({ traffic }) => traffic.days.map(([day]) => day)))].sort();
  const span = (Date.parse(last ?? '') - Date.parse(first ?? '')) / DAY_MS;
  if (span < LEAST_DAYS || span < MOST_EMPTY * days.length) return undefined;
  const places = new Map(days.map((day, index) => [day, index]));
  const width = WIDTH / days.length;
  return {
    note: 'Each bar is a day (UTC); days without requests are omitted. ',
    barsOf: ({ traffic }) =>
      traffic.days.map(([day, count, broken]) => ({
        ...{ when: day, count, broken },
        x: (places.get(day) ?? 0) * width,
        width: Math.max(width - 0.5, 1),
      })),
    markAt: (time) => {
      const day = new Date(time).toISOString().slice(0, 10);
      const next = days.findIndex((one) => one >= day);
      return next <= 0 ? undefined : next * width;
    },
  };
}

/** A scale by time, from the first step to the end of the last one. */
export function timeScale({ first = '', last = '' }: AuditReport, lanes: Lanes): LaneScale {
  const begin = Date.parse(first) / 1000;
  const starts = lanes.map(({ activity }) => activity.steps[0]?.[0] ?? begin);
  const ends = lanes.map(
    ({ activity: { steps, stepSeconds } }) => (steps.at(-1)?.[0] ?? begin) + stepSeconds,
  );
  const from = Math.min(begin, ...starts);
  const to = Math.max(Date.parse(last) / 1000, ...ends);
  const xOf = (seconds: number): number => ((seconds - from) / Math.max(to - from, 1)) * WIDTH;
  return {
    note: '',
    barsOf: ({ activity: { steps, stepSeconds } }) =>
      steps.map(([start, count, broken]) => {
        const x = xOf(start);
        const width = Math.max(xOf(start + stepSeconds) - x - 0.5, 1.5);
        return { when: timeText(start * 1000), x, width, count, broken };
      }),
    markAt: (time) => (time / 1000 > begin && time / 1000 < to ? xOf(time / 1000) : undefined),
  };
}

export function timeText(instant: string | number): string {
  return new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
