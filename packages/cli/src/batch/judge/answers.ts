/** The results of evaluating a batch's records. */
import type { Verdict } from 'robots-exclusion';
import type { CrawlerDescription, CrawlerNote } from 'robots-exclusion/agents';

export interface Answered {
  readonly allowed: boolean;
  readonly because: string;
  readonly rule?: { readonly line: number; readonly text: string };
  /** Whether the file continues beyond the part that was read (RFC 9309 §2.5). */
  readonly isTruncated: boolean;
  /** The registry's note on the result; with `--explain`, everything known about the crawler. */
  readonly crawler?: CrawlerNote | CrawlerDescription;
  /** With `--explain`: all rules that match. */
  readonly verdict?: Verdict;
  /** With `--usage`: the site's preference for each use of the content. */
  readonly usage?: Readonly<Record<string, string>>;
}

/** The optional parts of a result that a run can request. */
export interface FurtherParts {
  readonly explain: boolean;
  readonly usage: boolean;
}

/** Results for one file: by crawler, by target, or by both. */
export interface AskedAnswers {
  readonly isTruncated: boolean;
  /** Results by crawler, in the order of the run. Crawlers are named by their tokens as their operators write them. */
  readonly byCrawler: readonly (readonly [name: string, answers: TargetAnswers])[];
}

/** Results by target, in the order of the run. */
export type TargetAnswers = readonly (readonly [target: string, answer: Answered])[];
