/**
 * The operation `ai-access`: what a robots.txt means for the crawlers of AI operators.
 *
 * @module
 */
export type { AiAccessAnswer, AiAccessRow, AiPurpose } from './answer.ts';
export { type AiAccessAsked, type AiAccessInput, aiAccess } from './run.ts';
export { aiAccessWords } from './words.ts';
