/**
 * The operations: all queries about robots.txt that the interfaces support. Each operation defines its input, answer,
 * text form and cost once. The service, the command, the MCP tools and the web page are adapters over these operations.
 *
 * @module
 */
export type { ErrorCode, ErrorKind, Failure, QuestionErrorCode } from './errors.ts';
export { errorKinds, itemErrors, OperationError, questionErrors } from './errors.ts';
export type { OperationLimits } from './limits.ts';
export { greatestLimits } from './limits.ts';
export type { AnyOperation, Call, Operation, PortOperation } from './operation.ts';
export { type OfflineName, offline } from './table.ts';
export type { Word, Words } from './words.ts';
