/**
 * Usage preferences: what may be done with what was fetched, as AIPREF and other conventions state it.
 *
 * @module
 */
export type { HeaderFields } from './header-fields.ts';
export type { Preference, Stated, StatedPreferences } from './preference.ts';
export { parseStatement, type Statement } from './statement.ts';
export { type UsagePreferencesOptions, usagePreferences } from './usage-preferences.ts';
export { type AiprefLabel, aiprefVocabulary, type Category, type Vocabulary } from './vocabulary.ts';
