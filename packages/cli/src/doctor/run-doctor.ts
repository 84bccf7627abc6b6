/** Runs the checks on one origin, one after another. */

import { type AnswerSide, programTexts } from '@robots-exclusion/client/programs';
import { withoutSecrets } from 'robots-exclusion/print';
import {
  type CheckFinding,
  type CheckReport,
  type DoctorCheck,
  notLookedAt,
  withoutFile,
  withRealCrawlers,
} from './check.ts';
import { checks } from './checks/index.ts';
import { Visit, type VisitOptions } from './visit.ts';

export interface DoctorReport {
  readonly origin: string;
  readonly userAgent: string;
  /** Whether the site answered the request for robots.txt, even if it has no file. */
  readonly isDetermined: boolean;
  readonly requests: number;
  readonly checks: readonly CheckReport[];
}

export interface DoctorOptions extends VisitOptions {
  /** Time limit for all requests together. Checks for which no time remains are skipped. */
  readonly totalTimeoutMs: number;
}

/** Runs all checks. Rejects only if `signal` is aborted. */
export async function runDoctor(origin: string, options: DoctorOptions): Promise<DoctorReport> {
  const { signal, totalTimeoutMs, timeout = totalTimeoutMs } = options;
  const bounded = {
    ...options,
    timeout: Math.min(timeout, totalTimeoutMs),
    signal: AbortSignal.any([signal, AbortSignal.timeout(totalTimeoutMs)]),
  };
  const visit = await Visit.to(origin, bounded, signal);
  const reports: CheckReport[] = [];
  for (const check of checks) {
    const finding = await run(check, visit, signal);
    const title = finding.outcome === 'fails' ? check.problem : check.title;
    reports.push({ check: check.code, title, why: check.why, ...finding });
  }
  const { outcome } = visit.robots.record;
  return {
    origin,
    userAgent: withoutSecrets(options.userAgent),
    isDetermined: outcome === 'rules' || outcome === 'no-rules',
    requests: visit.requests,
    checks: reports,
  };
}

async function run(check: DoctorCheck, visit: Visit, interrupt: AbortSignal): Promise<CheckFinding> {
  try {
    const finding = (check.ofFile && withoutFile(visit)) || (await check.run(visit));
    return withRealCrawlers(finding, textsOf(check.code, visit));
  } catch (error) {
    if (!visit.options.signal.aborted || interrupt.aborted) throw error;
    return notLookedAt('no time left, because the site responds slowly');
  }
}

/** Who takes the side of the answer that a check looks at otherwise than RFC 9309 describes. */
function textsOf(check: string, { robots }: Visit): readonly string[] {
  const side = SIDES[check];
  return side === undefined ? [] : programTexts(side, { ...robots, policyRow: robots.record.policyRow });
}

/** The side of the answer that a check looks at. */
const SIDES: Readonly<Record<string, AnswerSide>> = {
  reachable: 'response',
  redirects: 'redirects',
  'media-type': 'media-type',
  encoding: 'encoding',
  size: 'size',
  'same-on-variants': 'port',
};
