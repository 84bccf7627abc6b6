export type { Hit } from './hit.ts';
export type { Crawler } from './identity/crawler-of.ts';
export { type Evidence, type Identity, type IdentityGrade, identify } from './identity/identify.ts';
export { type NamedAddress, type NamesOf, readNames } from './identity/names.ts';
export { type Ranges, readPublishedList, readRanges } from './identity/ranges.ts';
export {
  type AllowedHit,
  type DisallowedHit,
  type GraceHit,
  type HitClass,
  type HitJudgement,
  type HitReason,
  hitClasses,
  judge,
  type NotBoundHit,
  type UnidentifiedHit,
} from './judge.ts';
export { logFormats } from './readers/known-formats.ts';
export type { LogStream } from './readers/octets.ts';
export {
  type LogReading,
  type LogSummary,
  type ReadLogOptions,
  readLog,
  type SkippedLine,
} from './readers/read-log.ts';
export type { ActivityReport } from './report/activity.ts';
export type { ClassCounts, CrawlerReport, Tally } from './report/crawler-row.ts';
export type { PaceReport } from './report/pace.ts';
export type { AuditReport, LogReport, SpooferReport, VersionReport } from './report/report.ts';
export type { RuleReport, Sample } from './report/rule-rows.ts';
export { type AuditOptions, audit, type Finding, type LogSource } from './run/audit.ts';
export { versionsInLogs } from './run/versions-in-logs.ts';
export { instantIn } from './timeline/instant-in.ts';
export { GRACE_MS, Timeline, type TimelineOptions, timeline } from './timeline/timeline.ts';
export { type Binding, Version, type VersionFacts, type VersionSource } from './timeline/version.ts';
export {
  type Look,
  lookedAt,
  type Served,
  unwatched,
  type WatchChange,
  type WatchState,
} from './watch/watch-state.ts';
