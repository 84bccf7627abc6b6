/**
 * What would really happen to a crawler on a page.
 *
 * @module
 */
export { type PreflightAnswer, type PreflightDecision, preflightAnswer } from './answer.ts';
export { type PreflightAsked, type PreflightInput, type PreflightPort, preflight } from './run.ts';
