/** Defines checks and their results. */
import type { Visit } from './visit.ts';

/** The status of a check. `skip` means that there was nothing to check, or that the check was not requested. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

/** The result of a check. */
export interface CheckFinding {
  readonly status: CheckStatus;
  /** The observation, in one sentence without a period. */
  readonly seen: string;
  /** How to fix the problem, for `warn` and `fail`. */
  readonly fix?: string;
  /** Individual observations, such as lines or URLs. */
  readonly details?: readonly string[];
}

/** One check of a site. */
export interface DoctorCheck {
  /** A stable identifier in kebab case. */
  readonly code: string;
  /** The statement to show if the check passes. */
  readonly title: string;
  /** The statement to show if the check warns or fails. */
  readonly problem: string;
  /** Why the check matters: the effect of the problem on crawlers. */
  readonly why: string;
  run(visit: Visit): Promise<CheckFinding> | CheckFinding;
}

/** A finding together with its check. */
export interface CheckReport extends CheckFinding {
  readonly check: string;
  /** The statement that applies: the problem if the check warns or fails, the title otherwise. */
  readonly title: string;
  readonly why: string;
}
