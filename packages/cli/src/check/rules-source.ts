/** Where the rules for a check come from: the origins themselves, or one robots.txt for all URLs. */
import { compile, explainer, parse, type RobotsDocument, type RuleSet, type Verdict } from 'robots-exclusion';
import { crawlerNote } from 'robots-exclusion/agents';
import type { CheckEvidence, CheckResult } from './check-result.ts';
import type { PageStatements, ShownUsage } from './check-usage.ts';
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
  /** How the rules for `url` were obtained. */
  evidence(url: string): Promise<CheckEvidence>;
  /** What is stated about the use of `url`; undefined when the rules could not be obtained. */
  usage(url: string, crawler: Crawler, page: PageStatements): Promise<ShownUsage | undefined>;
  close(): Promise<void>;
}

const noRules: RuleSet = compile(parse(''), []);

/** Rules from a document that was handed in; `robots` says what it was read from. */
export function documentSource(
  robots: string,
  document: RobotsDocument,
  truncation?: Truncation,
): RulesSource {
  const readings = new Map<Crawler, Reading>();

  function readingFor(crawler: Crawler): Reading {
    const found = readings.get(crawler) ?? readingOf(document, crawler);
    readings.set(crawler, found);
    return found;
  }

  return {
    title: robots,
    ...(truncation && { truncation }),
    refusal: refusalOfTarget,
    async check(url, crawler) {
      const { verdictOn, note } = readingFor(crawler);
      const verdict = verdictOn(url);
      const { allowed } = verdict;
      const action = allowed ? 'fetch' : 'skip';
      const cut = document.isTruncated ? ({ isTruncated: true } as const) : {};
      const { tokens: agent } = crawler;
      const other = { ...cut, ...somethingElse(document) };
      return { url, agent, ...note, allowed, action, outcome: 'rules', verdict, robots, ...other };
    },
    async evidence() {
      const { octets, records, groups, isTruncated, dialect } = document;
      const counts = { bytes: octets.length, records: records.length, groups: groups.length };
      return { document: { ...counts, isTruncated, dialect: dialect.name } };
    },
    async usage(url, { who }, page) {
      const { usageOf } = await import('./check-usage.ts');
      return usageOf(document, who, url, page);
    },
    async close() {},
  };
}

/** What a file says to one crawler. */
interface Reading {
  readonly verdictOn: (url: string) => Verdict;
  readonly note: Pick<CheckResult, 'crawler'>;
}

function readingOf(document: RobotsDocument, crawler: Crawler): Reading {
  return { verdictOn: explainer(compile(document, crawler.who)), note: noteOn(document, crawler) };
}

/** The member of a result that says what of it rests on the registry. */
export function noteOn(document: RobotsDocument, crawler: Crawler): Pick<CheckResult, 'crawler'> {
  const note = crawlerNote(document, crawler);
  return note === undefined ? {} : { crawler: note };
}

/** What a document is that is not a robots.txt. */
export function somethingElse({ diagnostics }: RobotsDocument): Pick<CheckResult, 'notRobotsTxt'> {
  const found = diagnostics.find(({ code }) => code === 'not-robots-txt');
  return found ? { notRobotsTxt: found.message } : {};
}

/** Why `url` is not a target of rules: neither an absolute URL nor a path. */
export function refusalOfTarget(url: string): string | undefined {
  try {
    noRules.allows(url);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
