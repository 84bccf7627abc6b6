/** What recorded crawlers make of the answer that the doctor has in hand, where they depart from RFC 9309. */
import { departures, departureText, openText, programRow } from '@robots-exclusion/operations/programs';
import type { CheckFinding } from './check.ts';
import type { Visit } from './visit.ts';

/** Adds to a finding who takes the answer otherwise: to a problem as details, to what holds as sentences. */
export function withRealCrawlers(check: string, finding: CheckFinding, visit: Visit): CheckFinding {
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

/** The rows of the answer that belong to a check. */
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
