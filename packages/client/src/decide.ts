/**
 * Derives the decision for one URL from the settled record of its origin. Pure, except for the cache of compiled rules.
 */
import { type Crawler, compile, explain, judge, parse, type RuleSet } from 'robots-exclusion';
import type { CheckVerdict, Decision, FetchDecision, SkipDecision } from './decision.ts';
import type { Location } from './locate.ts';
import { keptDelay, nextStep } from './next-step.ts';
import type { Refusal } from './policy/outcome.ts';
import type { Settlement } from './policy/settle.ts';
import { rulesOf } from './rule-sets.ts';

export interface Reader {
  who: Crawler;
  maxBytes: number;
  maxCrawlDelaySeconds: number;
  /** Whether to return every rule that matches rather than only the deciding one. */
  explain: boolean;
}

/** An empty set of rules. Its verdict shows whether a URL is that of a robots.txt (RFC 9309 §2.2.2). */
const noRules: RuleSet = compile(parse(''), []);

/**
 * The decision for a URL whose origin has a settled record. Properties are set one by one because this is the hot path.
 */
export function decide(
  url: string,
  { robotsUrl }: Location,
  settlement: Settlement,
  reader: Reader,
): Decision {
  const { outcome, policyRow, copy, fetchedAt, expiresAt, retryAt } = settlement;
  if (copy === undefined) return decideWithoutRules(url, robotsUrl, settlement, reader);
  const rules = rulesOf(copy, reader.who, reader.maxBytes);
  const verdict = verdictOf(rules.ruleSet, url, reader);
  const { allowed, action } = nextStep({ outcome, allowed: verdict.allowed });
  const decision = {
    url,
    allowed,
    action,
    outcome,
    verdict,
    robotsUrl,
    fetchedAt,
    expiresAt,
    policyRow,
  } as FetchDecision | SkipDecision;
  if (retryAt !== undefined) decision.retryAt = retryAt;
  if (rules.isTruncated) decision.isTruncated = true;
  if (rules.crawlDelaySeconds === undefined) return decision;
  return Object.assign(decision, keptDelay(rules.crawlDelaySeconds, reader.maxCrawlDelaySeconds));
}

function decideWithoutRules(
  url: string,
  robotsUrl: string,
  settlement: Settlement,
  reader: Pick<Reader, 'explain'>,
): Decision {
  const { outcome, policyRow, copy: _, refusal, ...times } = settlement;
  if (refusal !== undefined) {
    // Nothing was fetched, and a retry would not help, so the decision has an expiry but no `retryAt` or `fetchedAt`.
    const { expiresAt } = times;
    return { url, allowed: false, action: 'skip', outcome, robotsUrl, expiresAt, refusal, policyRow };
  }
  const common = { url, outcome, robotsUrl, ...times, policyRow };
  const verdict = verdictOnItself(url, reader);
  const step = nextStep({ outcome, allowed: verdict?.allowed, ...times });
  return { ...common, ...step, ...(verdict && { verdict }) };
}

/** The decision in cache-only mode if no record is stored. The caller should check again in another mode. */
export function decideNotCached(
  url: string,
  { robotsUrl }: Location,
  now: number,
  reader: Pick<Reader, 'explain'>,
): Decision {
  const common = { url, outcome: 'not-cached', robotsUrl, policyRow: 'not-cached' } as const;
  const verdict = verdictOnItself(url, reader);
  const step = nextStep({ outcome: 'not-cached', allowed: verdict?.allowed, now });
  return { ...common, ...step, ...(verdict && { verdict }) };
}

/** The decision for a URL that has no robots.txt, or whose robots.txt cannot be fetched. */
export function decideUnsupported(url: string, location: Location | undefined): Decision {
  const robotsUrl = location === undefined ? {} : { robotsUrl: location.robotsUrl };
  const outcome = 'unsupported';
  return { url, ...nextStep({ outcome }), outcome, ...robotsUrl, policyRow: outcome };
}

/** The decision for a URL whose origin is refused by the client's own address policy. It is the same for every path. */
export function decideRefused(
  url: string,
  { robotsUrl }: Location,
  refusal: Refusal,
  preset: string,
): SkipDecision {
  const policyRow = `${preset}/address-refused`;
  return { url, allowed: false, action: 'skip', outcome: 'refused', robotsUrl, refusal, policyRow };
}

/** Whether a URL is that of a robots.txt, which may always be fetched without waiting (RFC 9309 §2.2.2). */
export function isRobotsTxtItself(url: string): boolean {
  return verdictOnItself(url, { explain: false }) !== undefined;
}

function verdictOnItself(url: string, reader: Pick<Reader, 'explain'>): CheckVerdict | undefined {
  const verdict = verdictOf(noRules, url, reader);
  return verdict.because === 'robots-txt-itself' ? verdict : undefined;
}

function verdictOf(rules: RuleSet, url: string, reader: Pick<Reader, 'explain'>): CheckVerdict {
  return (reader.explain ? explain : judge)(rules, url);
}
