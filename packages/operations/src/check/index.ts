/**
 * The operation `check`: decides about URLs based on the robots.txt of their sites.
 *
 * @module
 */

export { failureOf } from '../shared/failures.ts';
export { type RecordBasis, type RecordReading, recordBasis } from './basis.ts';
export { oncePerOrigin } from './once-per-origin.ts';
export {
  type CheckAsked,
  type CheckInput,
  type CheckPort,
  type CheckQuestion,
  check,
} from './run.ts';
