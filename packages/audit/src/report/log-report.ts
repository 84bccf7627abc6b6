import type { LogSummary } from '../readers/log-summary.ts';

/** The summary of one log. */
export interface LogReport extends LogSummary {
  name: string;
}
