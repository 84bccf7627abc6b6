/**
 * The operation `agents`: what the registry contains about crawlers.
 *
 * @module
 */
export type { AgentsAnswer } from './answer.ts';
export { type AgentsInput, agents } from './run.ts';
export { agentsWords } from './words.ts';
