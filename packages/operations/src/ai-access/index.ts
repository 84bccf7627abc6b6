/**
 * The operation `ai-access`: what a robots.txt means for the crawlers of AI operators.
 *
 * @module
 */

export { type AiAccessAsked, aiAccess } from './run.ts';
export type { AiAccessAnswer, AiAccessInput, AiAccessRow, AiPurpose } from './schema.ts';
