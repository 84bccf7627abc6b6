/** What the page asks its workers, and what they answer. Everything is plain data. */
import type { Verdict } from 'robots-exclusion';
import type { CrawlerNote } from 'robots-exclusion/agents';
import type { DiffProgress, DiffReport } from 'robots-exclusion/diff';
import type { UsageReport, UsageStatement } from 'robots-exclusion/usage';
import type { Crawler } from './crawler.ts';

/** Whether a URL may be fetched by a crawler. */
export const Cell = { disallowed: 0, allowed: 1, noUrl: 2 } as const;

/** A question about one draft. */
export interface DraftQuestion {
  readonly draft: string;
}

/** A question about one draft that may be read in more than one way. */
export interface ReadingQuestion extends DraftQuestion {
  /** Name of a dialect, or `own`: each crawler in its own. */
  readonly reading: string;
}

export interface MatrixQuestion extends ReadingQuestion {
  readonly crawlers: readonly Crawler[];
  readonly urls: readonly string[];
}

/** Rows of the matrix that are ready: one octet a cell, row by row. */
export interface MatrixPart {
  readonly firstRow: number;
  readonly cells: Uint8Array<ArrayBuffer>;
}

/** What holds for the whole file. */
export interface DraftFacts {
  readonly octets: number;
  readonly isTruncated: boolean;
  readonly rules: number;
  /** Tokens that the file names, as it spells them, without `*`; at most 200. */
  readonly productTokens: readonly string[];
}

export interface TraceQuestion extends ReadingQuestion {
  readonly crawler: Crawler;
  readonly urls: readonly string[];
}

/** For URLs from `first` on, the line that decides; 0 where no line does, −1 where the URL is none. */
export interface TracePart {
  readonly first: number;
  readonly lines: Int32Array<ArrayBuffer>;
}

export interface ExplainQuestion extends ReadingQuestion {
  readonly crawler: Crawler;
  readonly url: string;
}

/** One verdict with what a reader needs besides. */
export interface Explanation {
  readonly verdict: Verdict;
  /** More rules matched than the verdict lists. */
  readonly candidatesOmitted: number;
  /** What of the verdict rests on the registry. */
  readonly known?: CrawlerNote;
  /** How the file was read, where that is not as in RFC 9309. */
  readonly readAs?: {
    readonly title: string;
    /** Which rule wins, in words; empty where that is as in RFC 9309. */
    readonly precedence: string;
  };
  /** Crawl-delay in seconds, with its line. */
  readonly crawlDelay?: { readonly seconds: number; readonly line: number };
}

/** A change of text, in UTF-16 code units as the editor counts. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface TextFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly changesVerdicts: boolean;
  /** What it changes, for whom. */
  readonly effect?: string;
}

/** A diagnostic where the editor counts. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly fixes: readonly TextFix[];
}

/** A profile of the linter, for people. */
export interface LintProfileName {
  readonly name: string;
  readonly title: string;
}

export interface LintQuestion extends DraftQuestion {
  readonly profile: string;
  readonly robotsUrl?: string;
}

export interface LintAnswer {
  readonly findings: readonly Finding[];
  readonly omitted: number;
}

export interface LineQuestion extends DraftQuestion {
  readonly line: number;
}

/** What one line does. */
export interface LineFacts {
  readonly kind: string;
  readonly name: string;
  readonly value: string;
  readonly does: string;
  /** Of the group that it stands in. */
  readonly productTokens?: readonly string[];
  /** Some of the registry's crawlers that the group binds. */
  readonly crawlers: readonly string[];
  readonly crawlerCount: number;
}

export interface UrlList {
  readonly urls: readonly string[];
  /** Too long, or too many. */
  readonly omitted: number;
}

export interface UsageQuestion extends DraftQuestion {
  /** Each is answered in short. */
  readonly crawlers: readonly Crawler[];
  /** This one is answered in full. */
  readonly crawler: Crawler;
  readonly url: string;
  /** Header fields of a response, names in lower case. */
  readonly headers: Record<string, string>;
}

/** What is stated for one crawler. */
export interface UseRow {
  readonly token: string;
  readonly isAllowed: boolean;
  /** By use. */
  readonly preferences: Readonly<Record<string, string>>;
}

export type UsageAnswer =
  | { readonly notUrl: string }
  | {
      readonly uses: UsageReport['uses'];
      /** The vocabulary of AIPREF that was read. */
      readonly vocabulary: string;
      /** Lines of statements for `*` that a named group replaces. */
      readonly replacedLines: readonly number[];
      readonly licenses: readonly { readonly url: string; readonly kind: string }[];
      readonly statements: readonly (UsageStatement & { readonly title: string })[];
      readonly problems: readonly { readonly message: string; readonly line: number }[];
      readonly rows: readonly UseRow[];
    };

export interface CompareQuestion extends DraftQuestion {
  readonly before: string;
  readonly crawlers: readonly Crawler[];
  readonly urls: readonly string[];
}

/** A verdict that is another one now. */
export interface VerdictChange {
  readonly token: string;
  readonly url: string;
  readonly isAllowed: boolean;
}

export interface Comparison {
  readonly changes: readonly VerdictChange[];
  readonly count: number;
  /** Of them, those that are allowed now. */
  readonly opened: number;
  readonly compared: number;
}

/** A dialect by name, with what its facts rest on. */
export interface DialectName {
  readonly name: string;
  readonly title: string;
  readonly basis: string;
  readonly version: string;
}

/** How one dialect reads the file for one crawler and one URL. */
export interface Reading extends DialectName {
  readonly source: string;
  /** Absent where the original fails. */
  readonly isAllowed?: boolean;
  readonly error?: string;
  readonly line?: number;
  /** Only where it answers otherwise than RFC 9309. */
  readonly differsBecause?: string;
}

export type ReadingsAnswer = { readonly notUrl: string } | { readonly readings: readonly Reading[] };

/** One question that a dialect answers otherwise. */
export interface Witness {
  readonly dialect: string;
  readonly who: string;
  readonly target: string;
  readonly isAllowed: boolean;
}

export interface PortabilityAnswer {
  readonly findings: readonly {
    readonly line: number;
    readonly text: string;
    readonly witnesses: readonly Witness[];
  }[];
  readonly unreadable: readonly { readonly dialect: string; readonly error: string }[];
  readonly isComplete: boolean;
}

/** The kinds of work, each with its question, the parts it sends while it runs, and its answer. */
export interface Jobs {
  registry: { question: null; part: never; answer: readonly Crawler[] };
  dialects: { question: null; part: never; answer: readonly DialectName[] };
  profiles: { question: null; part: never; answer: readonly LintProfileName[] };
  readings: { question: ExplainQuestion; part: never; answer: ReadingsAnswer };
  portability: { question: DraftQuestion; part: never; answer: PortabilityAnswer };
  facts: { question: DraftQuestion; part: never; answer: DraftFacts };
  matrix: { question: MatrixQuestion; part: MatrixPart; answer: { milliseconds: number } };
  trace: { question: TraceQuestion; part: TracePart; answer: { traced: number } };
  explain: { question: ExplainQuestion; part: never; answer: Explanation | { notUrl: string } };
  line: { question: LineQuestion; part: never; answer: LineFacts | undefined };
  lint: { question: LintQuestion; part: never; answer: LintAnswer };
  usage: { question: UsageQuestion; part: never; answer: UsageAnswer };
  diff: { question: DraftQuestion & { readonly before: string }; part: DiffProgress; answer: DiffReport };
  compare: { question: CompareQuestion; part: never; answer: Comparison };
  readUrls: { question: { readonly text: string }; part: never; answer: UrlList };
  urlsFromRules: { question: DraftQuestion & { readonly origin: string }; part: never; answer: UrlList };
  format: { question: DraftQuestion; part: never; answer: string };
}

export type JobName = keyof Jobs;

/** To a worker. */
export interface JobRequest<Name extends JobName = JobName> {
  readonly id: number;
  readonly name: Name;
  readonly question: Jobs[Name]['question'];
}

/** From a worker. `isUnloaded`: a part of the program could not be loaded; another worker may have more luck. */
export type JobReply =
  | { readonly id: number; readonly kind: 'part'; readonly part: unknown }
  | { readonly id: number; readonly kind: 'done'; readonly answer: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly isUnloaded: boolean };
