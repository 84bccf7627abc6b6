/**
 * The operation `preflight`: the responses that a crawler would actually get for a page.
 *
 * @module
 */
export { preflightAnswer } from './answer.ts';
export { type PreflightAsked, type PreflightPort, preflight } from './run.ts';
export type { PreflightAnswer, PreflightDecision, PreflightInput } from './schema.ts';
