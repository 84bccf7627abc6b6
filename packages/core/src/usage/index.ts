/**
 * Usage preferences: how fetched content may be used, as stated in AIPREF and other conventions.
 *
 * @module
 */
export { type AiTrainingRule, aiTrainingRule, mayStateAiTraining } from './ai-training-rules.ts';
export {
  type ContentSignals,
  type ContentUse,
  contentSignals,
} from './content-signal.ts';
export { decidingStatement, placeOf } from './deciding-statement.ts';
export { usageDiagnostics } from './diagnostics.ts';
export { metaNamesFor } from './directive-names.ts';
export type { HeaderFields } from './header-fields.ts';
export { type License, type LicensesOptions, licenses, type PageLink } from './license.ts';
export { type Link, readLinks } from './link-header.ts';
export type { Preference, Stated, StatedPreferences } from './preference.ts';
export {
  type PurposeToken,
  type PurposeVerdict,
  purposeToken,
  purposeTokens,
  purposeVerdicts,
} from './purpose-tokens.ts';
export {
  type AddressedDirectives,
  addressedDirectives,
  type MetaRobots,
  type RobotsDirective,
  robotsDirectives,
} from './robots-directives.ts';
export { parseStatement, type Statement } from './statement.ts';
export { type UsagePreferencesOptions, usagePreferences } from './usage-preferences.ts';
export { type UsageReport, type UsageReportOptions, type UseAnswer, usageReport } from './usage-report.ts';
export type { UsageSource, UsageStatement } from './usage-statement.ts';
export {
  type Convention,
  type ConventionName,
  conventions,
  type Use,
  uses,
  wordFor,
} from './uses.ts';
export {
  type AiprefLabel,
  type AiprefVersion,
  aiprefVocabulary,
  aiprefVocabulary07,
  type Category,
  type Vocabulary,
} from './vocabulary.ts';
