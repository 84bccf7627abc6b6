/**
 * The operation `agents`: what the registry contains about crawlers.
 *
 * @module
 */

export { agents } from './run.ts';
export type { AgentsAnswer, AgentsInput } from './schema.ts';
