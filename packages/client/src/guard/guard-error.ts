/** The error that the guard throws when it prevents a fetch or withholds a response. */
import type { Decision } from '../decision.ts';
import { locate } from '../locate.ts';
import type { Refusal } from '../policy/outcome.ts';

/**
 * Why the guard prevented the fetch or withheld the response.
 *
 * - `ROBOTS_DISALLOWED`: the rules forbid the URL, or no robots.txt can be requested for it.
 * - `ROBOTS_DEFERRED`: robots.txt cannot be read now, or the request would have to wait longer than `maxWaitMs` for
 *   the site's delay; `retryAt` says when to try again.
 * - `ROBOTS_REFUSED`: the client's own address policy forbids the address; `decision.refusal` says how to allow it.
 * - `ROBOTS_USE_DISALLOWED`: the page may be fetched, but the site disallows the requested use.
 */
export type GuardErrorCode =
  | 'ROBOTS_DISALLOWED'
  | 'ROBOTS_DEFERRED'
  | 'ROBOTS_REFUSED'
  | 'ROBOTS_USE_DISALLOWED';

/** A fetch that the guard blocked. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
  readonly code: GuardErrorCode;
  /** The URL of the blocked hop, which differs from the original URL after a redirect. */
  readonly url: string;
  readonly decision: Decision;
  /** In epoch milliseconds; present for `ROBOTS_DEFERRED`. */
  readonly retryAt?: number;

  constructor(code: GuardErrorCode, decision: Decision, message: string) {
    super(message);
    this.code = code;
    this.url = decision.url;
    this.decision = decision;
    if (code === 'ROBOTS_DEFERRED') this.retryAt = decision.retryAt ?? 0;
  }
}

/** The error for a request that is allowed, but would have to wait longer than `maxWaitMs`. */
export function deferralOf(decision: Decision, at: number): GuardError {
  const time = new Date(Math.min(8.64e15, at)).toISOString();
  const message = `Cannot fetch ${JSON.stringify(decision.url)} now: the delay between requests to its site ends at ${time}, later than maxWaitMs allows`;
  const deferred: Decision = { ...decision, allowed: false, action: 'defer', retryAt: at };
  return new GuardError('ROBOTS_DEFERRED', deferred, message);
}

/**
 * The error for a page request that failed because the client's policy refused the address. The address of robots.txt
 * was accepted before, so the host name now resolves differently. Undefined if the request failed for another reason.
 */
export function refusedAddress(decision: Decision, failure: unknown): GuardError | undefined {
  const { code, message } = ((failure as Error | undefined)?.cause ?? {}) as NodeJS.ErrnoException;
  if (code !== 'ERR_ROBOTS_ADDRESS_REFUSED') return undefined;
  const origin = locate(decision.url)?.origin ?? decision.url;
  const refusal: Refusal = { by: 'address-policy', origin, message };
  const { url, robotsUrl } = decision;
  const policyRow = `${decision.policyRow.split('/', 1)[0]}/address-refused`;
  const where = robotsUrl === undefined ? {} : { robotsUrl };
  return refusalOf({ url, allowed: false, action: 'skip', outcome: 'refused', ...where, refusal, policyRow });
}

/** The error for a decision that forbids the fetch. */
export function refusalOf(decision: Decision): GuardError {
  const { url, action, policyRow, verdict, retryAt = 0 } = decision;
  const asked = `Cannot fetch ${JSON.stringify(url)}`;
  if (action === 'defer') {
    const time = new Date(Math.min(8.64e15, Math.max(0, retryAt))).toISOString();
    const reason = `robots.txt could not be fetched (${policyRow})`;
    return new GuardError('ROBOTS_DEFERRED', decision, `${asked} now: ${reason}; try again at ${time}`);
  }
  if (decision.refusal !== undefined)
    return new GuardError('ROBOTS_REFUSED', decision, `${asked}: ${decision.refusal.message}`);
  const rule = verdict?.rule;
  const reason = rule
    ? `line ${rule.line} of robots.txt disallows it`
    : `it has no robots.txt to obey (${policyRow})`;
  return new GuardError('ROBOTS_DISALLOWED', decision, `${asked}: ${reason}`);
}
