export type { Hit, LostPart } from './hit.ts';
export { isAddress } from './identity/address.ts';
export type { Crawler, CrawlerGroup } from './identity/crawler-of.ts';
export { type Evidence, type Identity, type IdentityGrade, identify } from './identity/identify.ts';
export { keySetUrl } from './identity/key-set.ts';
export { type NamedAddress, type NamesOf, readNames } from './identity/names.ts';
export { readRangeFile } from './identity/range-file.ts';
export {
  blockOf,
  comparedLists,
  type Jafar,
  jafarOf,
  listsOfDay,
  textsOf,
  withList,
} from './identity/range-history.ts';
export { type RangesMet, rangeNotes, unknownRangeNotes } from './identity/range-notes.ts';
export {
  isPublishedList,
  joinedRanges,
  listsOf,
  type RangeList,
  type Ranges,
  rangeKey,
  rangesFor,
  rangesJson,
  readPublishedList,
  readRangeList,
  readRanges,
} from './identity/ranges.ts';
export type {
  RequestSignature,
  SignatureCheck,
  Signed,
  SignedRequest,
  VerifySignature,
} from './identity/signature.ts';
export type { NamedKeySet, NoKeySet, SignatureDraft } from './identity/signature-agent.ts';
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
  type NotJudgedHit,
  type RedirectedHit,
  type UnidentifiedHit,
} from './judge.ts';
export type { AddressOptions } from './readers/client-address.ts';
export { type Member as LogMember, NAMES as logMembers, type NamedFields } from './readers/fields-by-name.ts';
export { logFormats } from './readers/known-formats.ts';
export type { FormatFound, LogFields, LogSummary, SkippedLine } from './readers/log-summary.ts';
export type { Loss } from './readers/losses.ts';
export type { LogStream } from './readers/octets.ts';
export { type LogReading, type ReadLogOptions, readLog } from './readers/read-log.ts';
export type { ActivityReport } from './report/activity.ts';
export {
  type ComparedCrawler,
  type ComparedTally,
  type Comparison,
  compareReports,
  type EarlierReport,
  readEarlierReport,
} from './report/compare.ts';
export type { ClassCounts, CrawlerReport, Tally } from './report/crawler-row.ts';
export type { Fitness, LogReport } from './report/fitness.ts';
export type { FitnessProblem } from './report/fitness-problem.ts';
export type { PaceReport } from './report/pace.ts';
export type { AuditReport } from './report/report.ts';
export type { RuleReport, Sample } from './report/rule-rows.ts';
export type { SenderReport } from './report/senders.ts';
export type { TrafficReport } from './report/traffic.ts';
export type { VersionReport } from './report/version-report.ts';
export { type AuditOptions, audit, type Finding, type LogSource } from './run/audit.ts';
export type { RunEvidence } from './run/identity-book.ts';
export { versionsInLogs } from './run/versions-in-logs.ts';
export { instantIn } from './timeline/instant-in.ts';
export type { FetchFacts } from './timeline/last-fetches.ts';
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
