/**
 * Decisions about URLs by what their sites' robots.txt gave.
 *
 * @module
 */

export { failureOf } from '../shared/failures.ts';
export { type RecordBasis, type RecordReading, recordBasis } from './basis.ts';
export { type Check, type CheckAsked, type CheckPort, checker } from './run.ts';
