/** Decides what to do about a URL, given the outcome for its robots.txt. No other file makes this decision. Pure. */
import type { Decision, DeferDecision, FetchDecision, SkipDecision } from './decision.ts';
import type { Outcome } from './policy/outcome.ts';

/** The facts that determine the step. Times are in epoch milliseconds. */
export interface StepFacts {
  outcome: Outcome;
  /** Whether the rules allow the URL. Without rules, this is set only for `/robots.txt` itself (RFC 9309 §2.2.2). */
  allowed?: boolean | undefined;
  retryAt?: number | undefined;
  expiresAt?: number | undefined;
  /**
   * The time of the check. The next check may be made at this time if the outcome is `not-cached`, or if neither
   * `retryAt` nor `expiresAt` is known.
   */
  now?: number | undefined;
}

/** The step to take. */
export type NextStep = Step<FetchDecision> | Step<SkipDecision> | Step<DeferDecision>;

type Step<One extends Decision> = Pick<One, 'allowed' | 'action' | 'retryAt'>;

/**
 * The step to take for a URL.
 *
 * @example
 * nextStep({ outcome: 'unreachable', retryAt: 1000 }); // { allowed: false, action: 'defer', retryAt: 1000 }
 */
export function nextStep({ outcome, allowed, retryAt, expiresAt, now }: StepFacts): NextStep {
  if (outcome === 'unsupported' || outcome === 'refused') return { allowed: false, action: 'skip' };
  const isFree = allowed ?? (outcome === 'no-rules' ? true : undefined);
  if (isFree !== undefined) {
    const step: Step<FetchDecision> | Step<SkipDecision> = isFree
      ? { allowed: true, action: 'fetch' }
      : { allowed: false, action: 'skip' };
    if (retryAt !== undefined) step.retryAt = retryAt;
    return step;
  }
  const again = outcome === 'not-cached' ? now : (retryAt ?? expiresAt ?? now);
  // If no time is known, retry immediately.
  return { allowed: false, action: 'defer', retryAt: again ?? 0 };
}

/** The Crawl-delay to apply. If robots.txt states a longer delay, also the stated delay. */
export type KeptDelay = Pick<Decision, 'crawlDelaySeconds' | 'crawlDelayStatedSeconds'>;

/** One page per hour. A site is unlikely to intend a longer delay. */
export const defaultMaxCrawlDelaySeconds = 3600;

/** The Crawl-delay to apply: as stated in the file, but at most `maxSeconds`. */
export function keptDelay(
  statedSeconds: number | undefined,
  maxSeconds: number = defaultMaxCrawlDelaySeconds,
): KeptDelay {
  if (statedSeconds === undefined) return {};
  if (statedSeconds <= maxSeconds) return { crawlDelaySeconds: statedSeconds };
  return { crawlDelaySeconds: maxSeconds, crawlDelayStatedSeconds: statedSeconds };
}
