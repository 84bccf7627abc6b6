/** Runs the checks on one origin, one after another. */

import { departures, departureText, openText, programRow } from '@robots-exclusion/operations/programs';
import { withoutSecrets } from 'robots-exclusion/print';
import { type CheckFinding, type CheckReport, type DoctorCheck, notLookedAt, withoutFile } from './check.ts';
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
    return withRealCrawlers(check.code, finding, visit);
  } catch (error) {
    if (!visit.options.signal.aborted || interrupt.aborted) throw error;
    return notLookedAt('no time left, because the site responds slowly');
  }
}

/** Adds to a finding who takes the answer otherwise: to a problem as details, to what holds as sentences. */
function withRealCrawlers(check: string, finding: CheckFinding, visit: Visit): CheckFinding {
  const texts = rowsOf(check, visit).flatMap((name) => {
    const row = programRow(name);
    return [openText(row) ?? [], departures(row).map((departure) => departureText(departure))].flat();
  });
  if (texts.length === 0) return finding;
  if (finding.outcome === 'holds') return { ...finding, seen: [finding.seen, ...texts].join('. ') };
  return { ...finding, details: [...(finding.details ?? []), ...texts] };
}

function rowsOf(check: string, visit: Visit): readonly string[] {
  return ROWS[check]?.(visit) ?? [];
}

const ROWS: Readonly<Record<string, (visit: Visit) => readonly string[]>> = {
  reachable: ({ robots: { status, record } }) => {
    const failure = RECORDED_FAILURES.find((row) => record.policyRow.split('/').includes(row));
    if (failure !== undefined) return [failure];
    if (/\/timeout-/.test(record.policyRow)) return ['timeout-headers'];
    return RECORDED_STATUSES.filter((recorded) => status === Number(recorded));
  },
  redirects: ({ robots }) => {
    const { hops = [] } = robots.record.evidence ?? {};
    if (robots.record.policyRow.includes('redirect-loop')) return ['redirect-loop'];
    if (robots.record.policyRow.includes('too-many-redirects')) return ['redirects-6'];
    if (!hops.some(({ location }) => location !== undefined)) return [];
    const isElsewhere = new URL(robots.finalUrl).host !== new URL(robots.url).host;
    return [isElsewhere ? 'redirect-other-host' : 'redirect-same-host'];
  },
  'media-type': ({ robots: { headers } }) => {
    const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
    if (type === 'text/html') return ['text-html-rules'];
    return type === 'application/octet-stream' ? ['octet-stream-rules'] : [];
  },
  encoding: ({ robots: { body, headers } }) => [
    ...(startsWith(body, [0xef, 0xbb, 0xbf]) ? ['bom'] : []),
    ...(startsWith(body, [0xff, 0xfe]) ? ['utf-16'] : []),
    ...(body.includes(CR) && !body.includes(LF) ? ['cr'] : []),
    ...(/\bgzip\b/.test(headers['content-encoding'] ?? '') ? ['gzip-if-asked'] : []),
  ],
  size: ({ robots: { body } }) => SIZES.filter(([octets]) => body.length > octets).map(([, row]) => row),
};

const RECORDED_FAILURES = ['reset', 'broken-body'];
const RECORDED_STATUSES = ['401', '403', '429', '500', '503'];
const SIZES = [
  [5040, 'behind-5-kB'],
  [102_000, 'behind-100-kB'],
  [614_400, 'behind-600-KiB'],
] as const;
const CR = 0x0d;
const LF = 0x0a;

function startsWith(body: Uint8Array, octets: readonly number[]): boolean {
  return octets.every((octet, at) => body[at] === octet);
}
