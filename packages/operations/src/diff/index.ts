/**
 * The operation `diff`: what changes for crawlers between one robots.txt and another.
 *
 * @module
 */
export type { DiffAnswer } from './answer.ts';
export { type Limited, limited } from './limited.ts';
export { type DiffAsked, type DiffInput, diff, diffAnswer, diffSteps } from './run.ts';
export { diffWords } from './words.ts';
