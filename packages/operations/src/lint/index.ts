/**
 * The operation `lint`: what should be fixed in a robots.txt.
 *
 * @module
 */
export type { LintAnswer } from './answer.ts';
export { type Finding, type FindingEdit, type FindingFix, findingOf } from './finding.ts';
export { type Place, type Placer, placer } from './place.ts';
export { type LintAsked, type LintInput, lint } from './run.ts';
export { lintWords } from './words.ts';
