/** Combines the rules and the responses to the crawler and the client into one outcome. Pure. */
import type { Decision } from '../decision.ts';
import type { Classified, PageShape } from './classify.ts';
import type { PageAnswer } from './probe.ts';

/**
 * What would really happen to the crawler, by the rules and the responses.
 *
 * | Outcome | Rules | Response to the crawler | Response to any other client |
 * |---|---|---|---|
 * | `open` | allow | the page | anything |
 * | `refused-by-name` | allow | a refusal, challenge, login or server error | the page |
 * | `refused-to-all` | allow | a refusal | no page either |
 * | `payment-required`, `licence-required`, `bot-challenge`, `login-required`, `rate-limited`, `not-found`, `legal-refusal`, `server-error`, `redirect-unfollowed`, `no-answer` | allow | as named | no page either, or no request |
 * | `disallowed` | disallow | no request | no request |
 * | `undetermined` | unavailable now | no request | no request |
 * | `address-refused` | not requested, because the client's own settings refuse the site or the target of its redirect | no request there | anything |
 * | `redirected-to-disallowed` | allow, but disallow the target of a redirect | no request there | anything |
 *
 * The outcomes for payment, licence and rate limits apply even if other clients get the page.
 */
export type PreflightOutcome =
  | 'open'
  | 'refused-by-name'
  | 'refused-to-all'
  | 'disallowed'
  | 'undetermined'
  | 'address-refused'
  | 'redirected-to-disallowed'
  | Exclude<PageShape, 'served' | 'refused' | 'not-asked'>;

/**
 * Shapes that determine the outcome regardless of the response to the other client, because they tell the crawler's
 * operator what to do.
 */
const SELF_EXPLAINING: ReadonlySet<PageShape> = new Set([
  'payment-required',
  'licence-required',
  'rate-limited',
  'no-answer',
]);

export function compare(
  policy: Decision,
  toCrawler: PageAnswer,
  crawler: Classified,
  other: Classified,
): PreflightOutcome {
  if (policy.action === 'defer') return 'undetermined';
  if (policy.outcome === 'refused' || isAddressRefused(toCrawler)) return 'address-refused';
  if (policy.action === 'skip') return 'disallowed';
  const { shape } = crawler;
  if (shape === 'served') return 'open';
  if (shape === 'not-asked') return 'redirected-to-disallowed';
  if (SELF_EXPLAINING.has(shape)) return shape as PreflightOutcome;
  if (other.shape === 'served') return 'refused-by-name';
  return shape === 'refused' ? 'refused-to-all' : (shape as PreflightOutcome);
}

/** Why the outcome says nothing about whether the crawler gets the page. */
const UNSEEN: Readonly<Partial<Record<PreflightOutcome, string>>> = {
  undetermined: 'robots.txt could not be fetched',
  'address-refused': 'this program’s own settings refuse the address',
  'no-answer': 'the page did not respond',
};

/**
 * The result of the check that the crawler gets what robots.txt allows.
 *
 * @param inPlace What answered in place of robots.txt, in one sentence without a period.
 */
export function checkedBy(
  outcome: PreflightOutcome,
  { policyRow }: Decision,
  other: Classified,
  inPlace: string | undefined,
): Checked {
  if (outcome === 'open' && inPlace !== undefined)
    return { outcome: 'not-looked-at', seen: `open, but under unknown rules: ${inPlace}` };
  if (outcome === 'open') return { outcome: 'holds', seen: outcome };
  if (outcome === 'disallowed') return { outcome: 'not-applicable', seen: outcome };
  const why = outcome === 'no-answer' && other.shape === 'served' ? undefined : UNSEEN[outcome];
  if (why === undefined) return { outcome: 'fails', seen: outcome };
  const row = outcome === 'undetermined' ? ` (${policyRow})` : '';
  return { outcome: 'not-looked-at', seen: `${outcome}, because ${why}${row}` };
}

/** Whether a redirect leads to an address that our own policy refuses, either by its URL or when connecting. */
function isAddressRefused({ refusal, error }: PageAnswer): boolean {
  return refusal?.outcome === 'refused' || error?.code === 'ERR_ROBOTS_ADDRESS_REFUSED';
}

/**
 * - `holds`: a request, or the content that it brought, shows it;
 * - `fails`: a request, or the content that it brought, shows the contrary;
 * - `not-looked-at`: it may hold or not, because nothing that shows it was asked for or answered;
 * - `not-applicable`: the site has nothing that the check is about.
 */
export type CheckOutcome = 'holds' | 'fails' | 'not-looked-at' | 'not-applicable';

/** The result of one check. */
export interface Checked {
  readonly outcome: CheckOutcome;
  /** What was seen, or why nothing was, in one sentence without a period. */
  readonly seen: string;
}
