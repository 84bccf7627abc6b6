import { type PreflightOutcome, type PreflightReport, withStates } from '@robots-exclusion/client/preflight';
import type { CheckFinding, CheckStatus, DoctorCheck } from '../check.ts';

/** Outcomes with a status of their own; all others produce a warning. */
const STATUS: Readonly<Partial<Record<PreflightOutcome, CheckStatus>>> = {
  open: 'ok',
  disallowed: 'ok',
  undetermined: 'skip',
  'address-refused': 'skip',
  'refused-by-name': 'fail',
  'bot-challenge': 'fail',
};

/** Outcomes that may apply to every client. They indicate a filter only if another client gets the page. */
const TO_EVERYBODY: ReadonlySet<PreflightOutcome> = new Set([
  'not-found',
  'legal-refusal',
  'server-error',
  'redirect-unfollowed',
  'no-answer',
]);

function isOfFilters({ outcome, asClient }: PreflightReport): boolean {
  if (outcome === 'redirected-to-disallowed') return false;
  return !TO_EVERYBODY.has(outcome) || asClient.shape === 'served';
}

/** Runs `robots preflight` on the home page, because a CDN may block what robots.txt allows. */
export const pageForCrawler: DoctorCheck = {
  code: 'page-for-crawler',
  title: 'The crawler gets what robots.txt allows',
  problem: 'The crawler does not get what robots.txt allows',
  why: 'A firewall or bot filter may also block crawlers. A crawler that robots.txt allows but the filter rejects keeps coming back, and indexes nothing.',
  async run(visit): Promise<CheckFinding> {
    const { as } = visit.options;
    if (as === undefined) return { status: 'skip', seen: 'Not checked: use --agent TOKEN on your own site' };
    const report = await visit.preflight(as);
    const status = isOfFilters(report) ? (STATUS[report.outcome] ?? 'warn') : 'skip';
    const alike = status === 'skip' && TO_EVERYBODY.has(report.outcome) ? ', for every client' : '';
    const seen = `The home page: ${withStates(report.outcome, report.states, report.statesOmitted)}${alike}`;
    if (status !== 'warn' && status !== 'fail') return { status, seen };
    return {
      status,
      seen,
      details: detailsOf(report),
      fix: 'Make the filter agree with robots.txt: allow the crawler in the filter, by address or signature, or disallow it in robots.txt',
    };
  },
};

function detailsOf({ as, asCrawler, asClient }: PreflightReport): string[] {
  return [
    `as ${as}: ${asCrawler.shape}`,
    ...asCrawler.evidence.map(({ name, text }) => `${name}: ${text}`),
    `as this program: ${asClient.shape}`,
  ];
}
