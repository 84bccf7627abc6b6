/**
 * The operation `preflight`: the responses that a crawler would actually get for a page.
 *
 * @module
 */
export { type PreflightAnswer, type PreflightDecision, preflightAnswer } from './answer.ts';
export { type PreflightAsked, type PreflightInput, type PreflightPort, preflight } from './run.ts';
