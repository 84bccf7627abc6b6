/** From what is known of an origin to the decision about one URL. Pure but for the cache of compiled rules. */
import { type Crawler, compile, explain, judge, parse, type RuleSet } from 'robots-exclusion';
import type { CheckVerdict, Decision } from './decision.ts';
import type { Location } from './locate.ts';
import type { Settlement } from './policy/settle.ts';
import { withDelay } from './politeness/crawl-delay.ts';
import { rulesOf } from './rule-sets.ts';

/** On whose behalf and within which bounds rules are read. */
export interface Reader {
  who: Crawler;
  maxBytes: number;
  maxCrawlDelaySeconds: number;
  /** Every rule that matches, not the deciding one alone. */
  explain: boolean;
}

/** `/robots.txt` is allowed without any rule (RFC 9309 §2.2.2), so rules that say nothing tell whether a URL is it. */
const noRules: RuleSet = compile(parse(''), []);

/** The decision about a URL whose origin has been asked. Members are set one by one: this is the hot path. */
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
  const { allowed } = verdict;
  const action = allowed ? 'fetch' : 'skip';
  const decision: Decision = {
    url,
    allowed,
    action,
    outcome,
    verdict,
    robotsUrl,
    fetchedAt,
    expiresAt,
    policyRow,
  };
  if (retryAt !== undefined) decision.retryAt = retryAt;
  if (rules.isTruncated) decision.isTruncated = true;
  return withDelay(decision, rules.crawlDelaySeconds, reader.maxCrawlDelaySeconds);
}

function decideWithoutRules(
  url: string,
  robotsUrl: string,
  settlement: Settlement,
  reader: Pick<Reader, 'explain'>,
): Decision {
  const { outcome, policyRow, copy: _, ...times } = settlement;
  const common = { url, outcome, robotsUrl, ...times, policyRow };
  const verdict = verdictOnItself(url, reader);
  if (verdict !== undefined) return { ...common, allowed: true, action: 'fetch', verdict };
  if (outcome === 'no-rules') return { ...common, allowed: true, action: 'fetch' };
  return { ...common, allowed: false, action: 'defer', retryAt: times.retryAt ?? times.expiresAt };
}

/** The decision in cache-only mode about an origin of which nothing is kept: ask again without that mode, at once. */
export function decideNotCached(
  url: string,
  { robotsUrl }: Location,
  now: number,
  reader: Pick<Reader, 'explain'>,
): Decision {
  const common = { url, outcome: 'not-cached', robotsUrl, policyRow: 'not-cached' } as const;
  const verdict = verdictOnItself(url, reader);
  if (verdict !== undefined) return { ...common, allowed: true, action: 'fetch', verdict };
  return { ...common, allowed: false, action: 'defer', retryAt: now };
}

/** The decision about a URL that has no robots.txt, or none that could be asked for. */
export function decideUnsupported(url: string, location: Location | undefined): Decision {
  const robotsUrl = location === undefined ? {} : { robotsUrl: location.robotsUrl };
  return {
    url,
    allowed: false,
    action: 'skip',
    outcome: 'unsupported',
    ...robotsUrl,
    policyRow: 'unsupported',
  };
}

function verdictOnItself(url: string, reader: Pick<Reader, 'explain'>): CheckVerdict | undefined {
  const verdict = verdictOf(noRules, url, reader);
  return verdict.because === 'robots-txt-itself' ? verdict : undefined;
}

function verdictOf(rules: RuleSet, url: string, reader: Pick<Reader, 'explain'>): CheckVerdict {
  return (reader.explain ? explain : judge)(rules, url);
}
