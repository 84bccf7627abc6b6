import { type PreflightOutcome, type PreflightReport, withStates } from '@robots-exclusion/client/preflight';
import { type CheckFinding, type DoctorCheck, fails, notLookedAt } from '../check.ts';

const ERRORS: ReadonlySet<PreflightOutcome> = new Set(['refused-by-name', 'bot-challenge']);

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
    if (as === undefined) return notLookedAt('use --agent TOKEN on your own site');
    const report = await visit.preflight(as);
    const { outcome, seen } = report.checked;
    const text = `The home page: ${withStates(seen, report.states, report.statesOmitted)}`;
    if (outcome !== 'fails') return { outcome, seen: text };
    if (!isOfFilters(report)) return notLookedAt(`${text}, for every client`);
    const fix =
      'Make the filter agree with robots.txt: allow the crawler in the filter, by address or signature, or disallow it in robots.txt';
    return fails(ERRORS.has(report.outcome) ? 'error' : 'warning', text, fix, detailsOf(report));
  },
};

function detailsOf({ as, asCrawler, asClient }: PreflightReport): string[] {
  return [
    `as ${as}: ${asCrawler.shape}`,
    ...asCrawler.evidence.map(({ name, text }) => `${name}: ${text}`),
    `as this program: ${asClient.shape}`,
  ];
}
