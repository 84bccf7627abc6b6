/**
 * The linter: finds problems in a robots.txt, explains their effect on crawlers, and offers fixes.
 *
 * @module
 */
export { type AppliedFix, type FixOptions, type FixResult, fixAll } from './fix.ts';
export { type LintOptions, lint } from './lint.ts';
export type { Finding, LintExample, LintRule, Severity } from './lint-rule.ts';
export { getProfile, type LintProfile, lintProfiles } from './profiles.ts';
export { lintRules } from './rules/index.ts';
