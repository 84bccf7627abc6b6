/**
 * Decisions about URLs by what their sites' robots.txt gave.
 *
 * @module
 */

export { failureOf } from '../shared/failures.ts';
export { type RecordBasis, type RecordReading, recordBasis } from './basis.ts';
export { type CheckAsked, type CheckPort, checkAll, checker } from './run.ts';
