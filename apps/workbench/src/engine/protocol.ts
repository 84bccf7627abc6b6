/** The messages between the page and its workers. Everything is plain data. */
import type { Failure } from '@robots-exclusion/operations';
import type { DecisionAnswer, VerdictAnswer } from '@robots-exclusion/operations/evaluate';
import type { LintAnswer, LintInput } from '@robots-exclusion/operations/lint';
import type { Reach } from 'robots-exclusion/diff';
import type { Crawler } from './crawler.ts';
import type { CrawlerName } from './jobs/registry.ts';
import type { SiteFiles } from './origin.ts';

/** Whether a URL may be fetched by a crawler. `elsewhere`: the robots.txt of its site is not on this page. */
export const Cell = { disallowed: 0, allowed: 1, noUrl: 2, elsewhere: 3 } as const;

export function isVerdict(cell: number | undefined): boolean {
  return cell === Cell.disallowed || cell === Cell.allowed;
}

export interface DraftQuestion {
  readonly draft: string;
}

/** A question about one draft, with the dialect in which to read the draft. */
export interface ReadingQuestion extends DraftQuestion {
  /** Name of a dialect, or `own` for the dialect of each crawler. */
  readonly reading: string;
}

export interface MatrixQuestion extends ReadingQuestion, SiteFiles {
  readonly crawlers: readonly Crawler[];
  readonly urls: readonly string[];
}

/** Finished rows of the matrix: one octet per cell, row by row. */
export interface MatrixPart {
  readonly firstRow: number;
  readonly cells: Uint8Array<ArrayBuffer>;
}

export interface DraftFacts {
  readonly octets: number;
  readonly isTruncated: boolean;
  readonly rules: number;
  /** Tokens that the file names, as it spells them, without `*`; at most 200. */
  readonly productTokens: readonly string[];
  readonly productTokensOmitted: number;
  /** Sitemaps that the file names; at most 1,000. */
  readonly sitemaps: readonly string[];
  readonly sitemapsOmitted: number;
}

export interface TraceQuestion extends ReadingQuestion {
  /** The origin that the draft is for; empty if unknown. */
  readonly origin: string;
  readonly crawler: Crawler;
  readonly urls: readonly string[];
}

/**
 * The deciding lines of consecutive URLs, starting with the URL at `first`; 0 if no line decides, −1 for an invalid
 * URL and for a URL of another site.
 */
export interface TracePart {
  readonly first: number;
  readonly lines: Int32Array<ArrayBuffer>;
}

export interface ExplainQuestion extends ReadingQuestion {
  readonly crawler: Crawler;
  readonly url: string;
}

export interface OthersQuestion extends ReadingQuestion {
  readonly crawlers: readonly Crawler[];
  readonly url: string;
}

export interface OtherVerdict {
  readonly token: string;
  readonly isAllowed: boolean;
}

/** One crawler; `reach` is proven for all URLs. */
export interface CrawlerReach {
  readonly token: string;
  readonly operator: string;
  readonly reach: Reach;
  /** Whether anyone says that the crawler obeys robots.txt. */
  readonly isKnownToObey: boolean;
}

export interface PurposeReach {
  readonly title: string;
  readonly crawlers: readonly CrawlerReach[];
}

export interface DifferenceLine {
  readonly sign: '+' | '-';
  /** The line number, counted from 1: in the old draft for a deletion, in the new draft for an insertion. */
  readonly line: number;
  readonly text: string;
}

/** A change to the draft that reverses one answer. */
export interface SmallChange {
  readonly title: string;
  /** The whole draft with the change. */
  readonly draft: string;
  readonly lines: readonly DifferenceLine[];
  readonly linesOmitted: number;
  /** The effects on all URLs and crawlers, proven by comparing the drafts before and after the change. */
  readonly effect: string;
  readonly isProven: boolean;
}

/** The answer that every interface gives, with additional information for the page. */
export interface Explanation {
  readonly decision: DecisionAnswer & { readonly verdict: VerdictAnswer };
  /** How the file was read, if not by RFC 9309. */
  readonly readAs?: {
    readonly title: string;
    /** Describes which rule wins; empty if the dialect's precedence is that of RFC 9309. */
    readonly precedence: string;
  };
  readonly crawlDelay?: { readonly seconds: number; readonly line: number };
}

/** A dialect by name, with the evidence for its facts. */
export interface DialectName {
  readonly name: string;
  readonly title: string;
  readonly basis: string;
  readonly version: string;
}

export interface LintProfileName {
  readonly name: string;
  readonly title: string;
}

export interface LineQuestion extends DraftQuestion {
  readonly line: number;
}

export interface LineFacts {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly does: string;
  readonly productTokens?: readonly string[];
  readonly productTokensOmitted?: number;
  /**
   * Titles of some of the registry's crawlers to which the group applies. `crawlerCount` is the number of all these
   * crawlers.
   */
  readonly crawlers: readonly string[];
  readonly crawlerCount: number;
}

export interface UrlList {
  readonly urls: readonly string[];
  /** Number of URLs that were dropped because they were too long or too many. */
  readonly omitted: number;
  /** For each listed line, the index of its URL. Absent if each URL is listed once. */
  readonly order?: readonly number[];
  /** The weight of each URL and the name of the column, if a table has a column of numbers. */
  readonly weights?: UrlWeights;
}

/** Lines or locations that have been read. */
export interface UrlProgress {
  readonly read: number;
}

/** Clicks, hits or visits of URLs. */
export interface UrlWeights {
  readonly unit: string;
  readonly byUrl: ReadonlyMap<string, number>;
}

/**
 * The kinds of work, each with its question, the parts it sends while it runs, and its answer. A panel declares its
 * jobs in its `job.ts`, and names them after its folder: `usage`, `readings.portability`.
 */
export interface Jobs {
  registry: { question: null; part: never; answer: readonly Crawler[] };
  profiles: { question: null; part: never; answer: readonly LintProfileName[] };
  facts: { question: DraftQuestion; part: never; answer: DraftFacts };
  matrix: { question: MatrixQuestion; part: MatrixPart; answer: { rows: number } };
  trace: { question: TraceQuestion; part: TracePart; answer: { traced: number } };
  explain: { question: ExplainQuestion; part: never; answer: Explanation | Failure };
  overview: { question: DraftQuestion; part: never; answer: readonly PurposeReach[] };
  others: { question: OthersQuestion; part: never; answer: readonly OtherVerdict[] };
  change: { question: ExplainQuestion; part: never; answer: readonly SmallChange[] };
  crawlerName: { question: { readonly text: string }; part: never; answer: CrawlerName };
  line: { question: LineQuestion; part: never; answer: LineFacts | undefined };
  lint: { question: LintInput; part: never; answer: LintAnswer };
  readUrls: { question: { readonly text: string }; part: UrlProgress; answer: UrlList };
  urlsFromRules: { question: DraftQuestion & { readonly origin: string }; part: never; answer: UrlList };
  format: { question: DraftQuestion; part: never; answer: string };
}

export type JobName = keyof Jobs;

/**
 * The result of a job, either directly or as a promise if the job first loads modules. A job that yields intermediate
 * parts can be dropped between them.
 */
export type Work<Name extends JobName> = Steps<Name> | Promise<Steps<Name>>;

type Steps<Name extends JobName> =
  | Jobs[Name]['answer']
  | Generator<Jobs[Name]['part'] | undefined, Jobs[Name]['answer']>;

export type PanelJobs<Name extends JobName> = {
  /** An asynchronous job sends its parts with `tell`. */
  readonly [One in Name]: (
    question: Jobs[One]['question'],
    tell: (part: Jobs[One]['part']) => void,
  ) => Work<One>;
};

export interface JobRequest<Name extends JobName = JobName> {
  readonly id: number;
  readonly name: Name;
  readonly question: Jobs[Name]['question'];
}

/**
 * A message from a worker. `isUnloaded` means that the worker could not load a module, but that another worker may be
 * able to load it.
 */
export type JobReply =
  | { readonly id: number; readonly kind: 'part'; readonly part: unknown }
  | { readonly id: number; readonly kind: 'done'; readonly answer: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly isUnloaded: boolean };
