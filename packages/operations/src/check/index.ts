/**
 * Decisions about URLs, by their sites' robots.txt.
 *
 * @module
 */

export { failureOf } from '../shared/failures.ts';
export { type RecordBasis, type RecordReading, recordBasis } from './basis.ts';
export {
  type CheckAsked,
  type CheckInput,
  type CheckPort,
  type CheckQuestion,
  check,
  checker,
} from './run.ts';
