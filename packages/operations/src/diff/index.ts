/**
 * The operation `diff`: what changes for crawlers between one robots.txt and another.
 *
 * @module
 */

export { type Limited, limited } from './limited.ts';
export { type DiffAsked, diff, diffAnswer, diffSteps } from './run.ts';
export type { DiffAnswer, DiffInput } from './schema.ts';
