/**
 * Compiled forms with the records of their rules: for those who name a rule and for those who hand on the whole. Only
 * a program that imports one of them ships the writer of the records.
 */

import { writeRecords } from './rule-records.ts';
import { compiledForm, type RuleSet } from './rule-set.ts';
import { keepRecords, recordsAt } from './rule-set-form.ts';

keepRecords(writeRecords);

/**
 * The compiled form of a rule set, compiled now if it was not yet.
 *
 * @throws {TypeError} If it was compiled before this module was loaded, as only a bundle in several parts can bring about.
 */
export function completeForm(ruleSet: RuleSet): Uint8Array {
  const form = compiledForm(ruleSet);
  if (recordsAt(form) < form.length) return form;
  throw new TypeError(
    'Cannot name rules: expected a rule set that was compiled after "explain" or "encodeRuleSet" was loaded',
  );
}
