/**
 * The operation `usage`: what sites state about the use of pages.
 *
 * @module
 */

export { usage } from './run.ts';
export type { UsageInput } from './schema.ts';
