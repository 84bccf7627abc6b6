/**
 * The operation `usage`: what sites state about the use of pages.
 *
 * @module
 */
export { type UsageInput, usage } from './run.ts';
export { usageWords } from './words.ts';
