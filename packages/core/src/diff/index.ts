/**
 * Compares two files by their effect on crawlers: finds the targets whose verdict changes, with proof.
 *
 * @module
 */

export { opensNoPage } from '../rules/no-page.ts';
export { type ScannedGroups, scanGroups } from '../rules/scan-groups.ts';
export { TokenSet } from '../rules/token-set.ts';
export { type Access, accessOf } from './access.ts';
export { type DeadRule, type DeadRules, type DeadRulesOptions, deadRules } from './dead-rules.ts';
export { type DiffOptions, type DiffProgress, diff, diffInSteps } from './diff.ts';
export type {
  ChangedRegion,
  CrawlDelayDiff,
  CrawlerDiff,
  DiffReport,
  DiffSeverity,
  GroupDiff,
  RecordDiff,
  UndecidedChange,
  UsageDiff,
} from './diff-report.ts';
export { type ProofOptions, proveSameVerdicts, type SameVerdictsProof } from './prove-same-verdicts.ts';
export { type Reach, reachOf } from './reach.ts';
