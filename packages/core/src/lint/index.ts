/**
 * The linter: what should be mended in a robots.txt, and what crawlers make of it as it is.
 *
 * @module
 */
export { type AppliedFix, type FixOptions, type FixResult, fixAll } from './fix.ts';
export { type LintOptions, lint } from './lint.ts';
export type { Finding, LintExample, LintRule, Severity } from './lint-rule.ts';
export { findProfile, type LintProfile, lintProfiles } from './profiles.ts';
export { lintRules } from './rules/index.ts';
