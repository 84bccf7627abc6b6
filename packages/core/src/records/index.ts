/**
 * Records outside RFC 9309 (§2.2.4), each read by its own rule. None of them changes a verdict.
 *
 * @module
 */
export { countRecords, type RecordCounts } from './count-records.ts';
export * from './definitions.ts';
export { recordDiagnostics } from './diagnostics.ts';
export { recordsForCrawler } from './group-records.ts';
export type { RecordDiagnostic } from './reading.ts';
export type { RecordDefinition } from './record-definition.ts';
export { isWithin, type TimeWindow } from './time-window.ts';
export { unreadRecords } from './unread.ts';
