/** The result of a comparison of two files. */
import type { VerdictRule } from '../rules/verdict.ts';

/** How much a change matters. */
export type DiffSeverity = 'error' | 'warning' | 'info';

/**
 * Targets whose verdict changes and that the same two rules decide, one before and one after the change. These are
 * exactly the targets that match every pattern of `matching` and none of `except`.
 */
export interface ChangedRegion {
  /** `opened` if crawlers may now fetch the targets, `closed` if they no longer may. */
  readonly direction: 'opened' | 'closed';
  /** `error` if the whole site is opened or closed. */
  readonly severity: DiffSeverity;
  /** The smallest of the targets: the shortest, and among equally short targets, the first by octets. */
  readonly witness: string;
  /** The rule that decides in the old file; absent if no rule matches, in which case the targets are allowed. */
  readonly before?: VerdictRule;
  /** The rule that decides in the new file; absent if no rule matches, in which case the targets are allowed. */
  readonly after?: VerdictRule;
  /** Normalized patterns of the deciding rules. A pattern is omitted if another pattern implies it. */
  readonly matching: readonly string[];
  /**
   * Patterns of rules that outrank the deciding rules and match some of the same targets. If there are many, only the
   * first ones are listed.
   */
  readonly except: readonly string[];
  /** True if there are more exceptions than listed, or more rules than were examined. */
  readonly hasMoreExceptions: boolean;
}

/** A rule that only one file contains. Whether the rule changes further verdicts is undecided. */
export interface UndecidedChange {
  readonly before?: VerdictRule;
  readonly after?: VerdictRule;
}

/** The changes for crawlers that follow the same rules. */
export interface CrawlerDiff {
  /**
   * Product tokens; `*` stands for every crawler that neither file names. Line numbers refer to the first token’s
   * groups.
   */
  readonly crawlers: readonly string[];
  readonly severity: DiffSeverity;
  readonly regions: readonly ChangedRegion[];
  /** True if the regions contain every target whose verdict changes. */
  readonly isComplete: boolean;
  /**
   * Rules that were not compared. If the budget ran out before these crawlers, the list is empty although the report is
   * incomplete.
   */
  readonly undecided: readonly UndecidedChange[];
}

/** A product token that only one of the files names. */
export interface GroupDiff {
  readonly crawler: string;
  readonly change: 'appeared' | 'disappeared';
  /** The lines that name the token, in the file that contains them. */
  readonly lines: readonly number[];
}

/** A record that only one file contains. */
export interface RecordDiff {
  readonly change: 'added' | 'removed';
  /** The record as written. */
  readonly text: string;
  readonly line: number;
}

/** The changed statements about use, for crawlers that follow the same groups. */
export interface UsageDiff {
  /**
   * Crawlers as in {@link CrawlerDiff}. Empty for records before the first group, and for records that apply to the
   * whole file.
   */
  readonly crawlers: readonly string[];
  readonly records: readonly RecordDiff[];
}

/** The changed delay of crawlers that follow the same groups. */
export interface CrawlDelayDiff {
  readonly crawlers: readonly string[];
  /** Absent if the file requests no delay. */
  readonly beforeSeconds?: number;
  readonly afterSeconds?: number;
}

/** Everything that changes for crawlers from one file to another. */
export interface DiffReport {
  /** True if some crawler gets a different verdict on some target. */
  readonly changesVerdicts: boolean;
  /**
   * True if every change of a verdict is reported. Otherwise, the budget ran out, and `undecided` of each affected
   * crawler lists the rules that were not compared.
   */
  readonly isComplete: boolean;
  /** The highest severity of all changes; absent if nothing changes. */
  readonly severity?: DiffSeverity;
  /** Crawlers with changes or undecided rules, most severe first. */
  readonly crawlers: readonly CrawlerDiff[];
  /** Crawlers whose verdict on every target stays the same. */
  readonly unchangedCrawlers: readonly string[];
  readonly groups: readonly GroupDiff[];
  readonly usage: readonly UsageDiff[];
  readonly sitemaps: readonly RecordDiff[];
  readonly crawlDelays: readonly CrawlDelayDiff[];
  /** True for a file that exceeds the limit. The rest of that file was not compared. */
  readonly isTruncated: { readonly before: boolean; readonly after: boolean };
}
