/**
 * What would really happen to a crawler on a page.
 *
 * @module
 */
export { type PreflightAnswer, type PreflightDecision, preflightAnswer } from './answer.ts';
export { preflightFacts } from './facts.ts';
export { type PreflightPort, preflightPage } from './run.ts';
export { preflightWords } from './words.ts';
