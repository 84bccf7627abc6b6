/** What one check of the doctor is, and what it tells. */
import type { Visit } from './visit.ts';

/** `skip`: nothing to look at, or it was not asked for. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

/** What a check found out. */
export interface CheckFinding {
  readonly status: CheckStatus;
  /** What was seen, in one sentence without a period. */
  readonly seen: string;
  /** What to do about it; for `warn` and `fail`. */
  readonly fix?: string;
  /** Single things that were seen, such as lines or URLs. */
  readonly details?: readonly string[];
}

/** One question to a site. */
export interface DoctorCheck {
  /** Stable, in kebab case. */
  readonly code: string;
  /** What is so where all is well. */
  readonly title: string;
  /** What is so where it warns or fails. */
  readonly problem: string;
  /** Why it matters: what crawlers do. */
  readonly why: string;
  run(visit: Visit): Promise<CheckFinding> | CheckFinding;
}

/** A finding with what it is about. */
export interface CheckReport extends CheckFinding {
  readonly check: string;
  /** What is so: the problem, where the check warns or fails. */
  readonly title: string;
  readonly why: string;
}
