/** Answers to the questions of a batch. */
import type { Verdict } from 'robots-exclusion';
import type { CrawlerDescription, CrawlerNote } from 'robots-exclusion/agents';

/** The answer for one crawler and one target. */
export interface Answered {
  readonly allowed: boolean;
  readonly because: string;
  /** The deciding rule. */
  readonly rule?: { readonly line: number; readonly text: string };
  /** The file continues beyond what was read (RFC 9309 §2.5). */
  readonly isTruncated: boolean;
  /** The registry's effect on the answer; with `--explain`, everything known about the crawler. */
  readonly crawler?: CrawlerNote | CrawlerDescription;
  /** With `--explain`: all rules that match. */
  readonly verdict?: Verdict;
  /** With `--usage`: how the content may be used, by category. */
  readonly usage?: Readonly<Record<string, string>>;
}

/** Additional parts of answers that a run requests. */
export interface FurtherParts {
  readonly explain: boolean;
  readonly usage: boolean;
}

/** Answers about one file: by crawler, by target, or by both. */
export interface AskedAnswers {
  readonly isTruncated: boolean;
  /** By the crawler's tokens as its operator writes them, in the order of the run. */
  readonly byCrawler: readonly (readonly [name: string, answers: TargetAnswers])[];
}

/** By target, in the order of the run. */
export type TargetAnswers = readonly (readonly [target: string, answer: Answered])[];
