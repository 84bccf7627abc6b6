/**
 * The operation `lint`: what should be fixed in a robots.txt.
 *
 * @module
 */

export { findingOf } from './finding.ts';
export { type Place, type Placer, placer } from './place.ts';
export { type LintAsked, lint } from './run.ts';
export type { Finding, FindingEdit, FindingFix, LintAnswer, LintInput } from './schema.ts';
