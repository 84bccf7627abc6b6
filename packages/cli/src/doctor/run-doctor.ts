/** Runs the checks over one origin, one after the other. */
import type { CheckFinding, CheckReport, DoctorCheck } from './check.ts';
import { checks } from './checks/index.ts';
import { Visit, type VisitOptions } from './visit.ts';

/** What the doctor reports of a site. */
export interface DoctorReport {
  readonly origin: string;
  readonly userAgent: string;
  /** Whether the question for robots.txt has an answer, be it that there is none. */
  readonly isDetermined: boolean;
  /** How often the site was asked, redirects counted. */
  readonly requests: number;
  readonly checks: readonly CheckReport[];
}

/** How it is run. */
export interface DoctorOptions extends VisitOptions {
  /** All questions together; checks that come too late are skipped. */
  readonly totalTimeoutMs: number;
}

/** Rejects only when `signal` is aborted. */
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
    const isBad = finding.status === 'warn' || finding.status === 'fail';
    const title = isBad ? check.problem : check.title;
    reports.push({ check: check.code, title, why: check.why, ...finding });
  }
  const { outcome } = visit.robots.record;
  return {
    origin,
    userAgent: options.userAgent,
    isDetermined: outcome === 'rules' || outcome === 'no-rules',
    requests: visit.requests,
    checks: reports,
  };
}

async function run(check: DoctorCheck, visit: Visit, interrupt: AbortSignal): Promise<CheckFinding> {
  try {
    return await check.run(visit);
  } catch (error) {
    if (!visit.options.signal.aborted || interrupt.aborted) throw error;
    return { status: 'skip', seen: 'No time was left for it: the site answers slowly' };
  }
}
