import type { LogSummary } from '../readers/read-log.ts';

/** The summary of one log. */
export interface LogReport extends LogSummary {
  name: string;
}
