import type { LogSummary } from '../readers/read-log.ts';

/** A log that was read. */
export interface LogReport extends LogSummary {
  name: string;
}
