/**
 * Decisions about URLs, by their sites' robots.txt.
 *
 * @module
 */

export { failureOf } from '../shared/failures.ts';
export { type RecordBasis, type RecordReading, recordBasis } from './basis.ts';
export { checkFacts } from './facts.ts';
export { type CheckAsked, type CheckPort, checkAll, checker } from './run.ts';
