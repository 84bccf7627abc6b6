/** Runs the checks on one origin, one after another. */
import { type CheckFinding, type CheckReport, type DoctorCheck, notLookedAt, withoutFile } from './check.ts';
import { checks } from './checks/index.ts';
import { withRealCrawlers } from './real-crawlers.ts';
import { Visit, type VisitOptions } from './visit.ts';

/** The doctor's report about a site. */
export interface DoctorReport {
  readonly origin: string;
  readonly userAgent: string;
  /** Whether the site answered the request for robots.txt, even if it has no file. */
  readonly isDetermined: boolean;
  /** Number of requests to the site, including redirects. */
  readonly requests: number;
  readonly checks: readonly CheckReport[];
}

/** Options of a run. */
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
    userAgent: options.userAgent,
    isDetermined: outcome === 'rules' || outcome === 'no-rules',
    requests: visit.requests,
    checks: reports,
  };
}

async function run(check: DoctorCheck, visit: Visit, interrupt: AbortSignal): Promise<CheckFinding> {
  try {
    const finding = (check.ofFile && withoutFile(visit)) || (await check.run(visit));
    return withRealCrawlers(check.code, finding, visit);
  } catch (error) {
    if (!visit.options.signal.aborted || interrupt.aborted) throw error;
    return notLookedAt('no time left, because the site responds slowly');
  }
}
