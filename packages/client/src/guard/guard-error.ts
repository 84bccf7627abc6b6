/** Why a guarded fetch was not made, or its response was not handed over. */
import type { Decision } from '../decision.ts';

/**
 * What the guard found.
 *
 * - `ROBOTS_DISALLOWED`: the rules forbid the URL, or it has no robots.txt that could be asked for.
 * - `ROBOTS_DEFERRED`: not now; `retryAt` says when to ask again.
 * - `ROBOTS_USE_DISALLOWED`: it may be fetched, but the site disallows the use that was asked for.
 */
export type GuardErrorCode = 'ROBOTS_DISALLOWED' | 'ROBOTS_DEFERRED' | 'ROBOTS_USE_DISALLOWED';

/** A fetch that the guard did not let through. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
  readonly code: GuardErrorCode;
  /** The URL of the hop that was refused: behind a redirect, not the one that was asked for. */
  readonly url: string;
  readonly decision: Decision;
  /** With `ROBOTS_DEFERRED`: epoch milliseconds. */
  readonly retryAt?: number;

  constructor(code: GuardErrorCode, decision: Decision, message: string) {
    super(message);
    this.code = code;
    this.url = decision.url;
    this.decision = decision;
    if (code === 'ROBOTS_DEFERRED') this.retryAt = decision.retryAt ?? 0;
  }
}

/** The error of a decision that is not to fetch. */
export function refusalOf(decision: Decision): GuardError {
  const { url, action, policyRow, verdict, retryAt = 0 } = decision;
  const asked = `Cannot fetch ${JSON.stringify(url)}`;
  if (action === 'defer') {
    const time = new Date(Math.min(8.64e15, Math.max(0, retryAt))).toISOString();
    const reason = `robots.txt could not be fetched (${policyRow})`;
    return new GuardError('ROBOTS_DEFERRED', decision, `${asked} now: ${reason}; ask again at ${time}`);
  }
  const rule = verdict?.rule;
  const reason = rule
    ? `line ${rule.line} of robots.txt disallows it`
    : `it has no robots.txt to ask (${policyRow})`;
  return new GuardError('ROBOTS_DISALLOWED', decision, `${asked}: ${reason}`);
}
