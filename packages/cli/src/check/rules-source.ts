/** Where the rules for a check come from: the origins themselves, or one robots.txt for all URLs. */
import { compile, explainer, parse, type RobotsDocument, type RuleSet, type Verdict } from 'robots-exclusion';
import type { CheckEvidence, CheckResult } from './check-result.ts';
import type { ShownUsage } from './check-usage.ts';
import type { Crawler } from './crawlers.ts';
import type { Truncation } from './truncation.ts';

/** Answers for one crawler after the other. */
export interface RulesSource {
  /** What the rules were read from; undefined when every URL has its own. */
  readonly title?: string;
  /** What of that was not read. */
  readonly truncation?: Truncation;
  /** Why `url` cannot be asked about; undefined when it can. */
  refusal(url: string): string | undefined;
  check(url: string, crawler: Crawler): Promise<CheckResult>;
  /** How the rules for `url` were had. */
  evidence(url: string): Promise<CheckEvidence>;
  /** What is stated about the use of `url`; undefined when the rules could not be had. */
  usage(url: string, crawler: Crawler): Promise<ShownUsage | undefined>;
  close(): Promise<void>;
}

const noRules: RuleSet = compile(parse(''), []);

/** Rules from a document that was handed in; `robots` says what it was read from. */
export function documentSource(
  robots: string,
  document: RobotsDocument,
  truncation?: Truncation,
): RulesSource {
  const explainers = new Map<string, (url: string) => Verdict>();

  function explainerOf({ name, tokens }: Crawler): (url: string) => Verdict {
    const found = explainers.get(name) ?? explainer(compile(document, tokens));
    explainers.set(name, found);
    return found;
  }

  return {
    title: robots,
    ...(truncation && { truncation }),
    refusal: refusalOfTarget,
    async check(url, crawler) {
      const verdict = explainerOf(crawler)(url);
      const { allowed } = verdict;
      const action = allowed ? 'fetch' : 'skip';
      const cut = document.isTruncated ? ({ isTruncated: true } as const) : {};
      return { url, agent: crawler.tokens, allowed, action, outcome: 'rules', verdict, robots, ...cut };
    },
    async evidence() {
      const { octets, records, groups, isTruncated, dialect } = document;
      const counts = { bytes: octets.length, records: records.length, groups: groups.length };
      return { document: { ...counts, isTruncated, dialect: dialect.name } };
    },
    async usage(url, { tokens }) {
      const { usageOf } = await import('./check-usage.ts');
      return usageOf(document, tokens, url);
    },
    async close() {},
  };
}

/** Why `url` is no target of rules: neither an absolute URL nor a path. */
export function refusalOfTarget(url: string): string | undefined {
  try {
    noRules.allows(url);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
