/** The result of a comparison of two files. */
import type { VerdictRule } from '../rules/verdict.ts';

/** How much a change matters. */
export type DiffSeverity = 'error' | 'warning' | 'info';

/**
 * Targets whose verdict changes and that the same pair of rules decides: one rule before, one after. These are
 * exactly the targets that match every pattern of `matching` and none of `except`.
 */
export interface ChangedRegion {
  /** Whether crawlers may fetch them now, or no longer. */
  readonly direction: 'opened' | 'closed';
  /** `error` if the whole site is opened or closed. */
  readonly severity: DiffSeverity;
  /** The smallest of the targets: the shortest; ties are ordered by octets. */
  readonly witness: string;
  /** The rule that decides in the old file; absent if none matches and the targets are allowed. */
  readonly before?: VerdictRule;
  /** The same in the new file. */
  readonly after?: VerdictRule;
  /** Normalized patterns of the deciding rules, without a pattern that another one implies. */
  readonly matching: readonly string[];
  /**
   * Patterns of rules that outrank the deciding ones and match some of the same targets. Only the first ones if
   * there are many.
   */
  readonly except: readonly string[];
  /** There are more exceptions than listed, or more rules than were examined. */
  readonly hasMoreExceptions: boolean;
}

/** A rule that is in one file only. It is undecided whether it changes any verdict beyond those found. */
export interface UndecidedChange {
  readonly before?: VerdictRule;
  readonly after?: VerdictRule;
}

/** What changes for crawlers that follow the same rules. */
export interface CrawlerDiff {
  /**
   * Product tokens; `*` stands for every crawler that neither file names. Lines are those of the first token’s
   * groups.
   */
  readonly crawlers: readonly string[];
  readonly severity: DiffSeverity;
  readonly regions: readonly ChangedRegion[];
  /** Every target whose verdict changes is in one of the regions. */
  readonly isComplete: boolean;
  /** Empty although not complete: the budget ran out before these crawlers were compared. */
  readonly undecided: readonly UndecidedChange[];
}

/** A product token that only one of the files names. */
export interface GroupDiff {
  readonly crawler: string;
  readonly change: 'appeared' | 'disappeared';
  /** Where it is in the file that names it. */
  readonly lines: readonly number[];
}

/** A record that is in one file only. */
export interface RecordDiff {
  readonly change: 'added' | 'removed';
  /** The record as written. */
  readonly text: string;
  readonly line: number;
}

/** What the files state about use, for crawlers that follow the same groups. */
export interface UsageDiff {
  /** As in {@link CrawlerDiff}. Empty for records before the first group and records that apply to the whole file. */
  readonly crawlers: readonly string[];
  readonly records: readonly RecordDiff[];
}

/** The delay of crawlers that follow the same groups. */
export interface CrawlDelayDiff {
  readonly crawlers: readonly string[];
  /** Absent if no delay is requested. */
  readonly beforeSeconds?: number;
  readonly afterSeconds?: number;
}

/** Everything that changes for crawlers from one file to another. */
export interface DiffReport {
  /** Some crawler gets a different answer about some target. */
  readonly changesVerdicts: boolean;
  /** Every change of a verdict is reported. Otherwise the budget ran out, and a crawler's `undecided` says where. */
  readonly isComplete: boolean;
  /** The highest severity of all changes; absent if nothing changes. */
  readonly severity?: DiffSeverity;
  /** Crawlers with changes or undecided rules; the most severe first. */
  readonly crawlers: readonly CrawlerDiff[];
  /** Crawlers that get the same answer as before about every target. */
  readonly unchangedCrawlers: readonly string[];
  readonly groups: readonly GroupDiff[];
  readonly usage: readonly UsageDiff[];
  readonly sitemaps: readonly RecordDiff[];
  readonly crawlDelays: readonly CrawlDelayDiff[];
  /** The file exceeds the limit; the rest was not compared. */
  readonly isTruncated: { readonly before: boolean; readonly after: boolean };
}
