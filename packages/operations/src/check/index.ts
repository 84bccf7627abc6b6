/**
 * The operation `check`: decides about URLs based on the robots.txt of their sites.
 *
 * @module
 */

export type { CheckInput } from '../evaluate/schema.ts';
export { failureOf } from '../shared/failures.ts';
export { type RecordBasis, type RecordReading, recordBasis } from './basis.ts';
export { oncePerOrigin } from './once-per-origin.ts';
export {
  type CheckAsked,
  type CheckPort,
  type CheckQuestion,
  check,
} from './run.ts';
