/**
 * What can be asked about robots.txt. Each operation is defined once: what it takes, what it answers, how it reads as text, what it
 * costs. A service, a command, a tool for agents and a page are adapters over this table.
 *
 * @module
 */
export type { ErrorCode, ErrorKind, Failure, QuestionErrorCode } from './errors.ts';
export { errorKinds, itemErrors, OperationError, questionErrors } from './errors.ts';
export type { OperationLimits } from './limits.ts';
export { greatestLimits } from './limits.ts';
export type { NetworkPort } from './network.ts';
export type { Call, NetworkCall, Operation } from './operation.ts';
export { type OfflineName, offline } from './table.ts';
export type { Word, Words } from './words.ts';
