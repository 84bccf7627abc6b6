/** Describes facts in plain English: one sentence for each fact that departs from RFC 9309 as this project reads it. */
import type { Axis, DialectFacts } from './engine/facts.ts';
import { rfc9309Facts } from './rfc9309.ts';
import { factsWithSentence, factValue, sentenceOf } from './sentences.ts';

/** The twelve axes in order, each with a short title. */
export const AXES: ReadonlyMap<Axis, string> = new Map([
  ['lines', 'Lines'],
  ['names', 'Record names'],
  ['runs', 'Runs of user-agent lines'],
  ['groups', 'Which groups exist'],
  ['agents', 'Which crawlers a user-agent line names'],
  ['merging', 'Which groups are used'],
  ['rules', 'Which rules count'],
  ['normalising', 'Escapes and encoding'],
  ['matching', 'Wildcards'],
  ['precedence', 'Which rule wins'],
  ['targets', 'How URLs are read'],
  ['extras', 'Other differences'],
]);

/** A sentence that describes one way in which a dialect differs from RFC 9309. */
export interface FactSentence {
  readonly axis: Axis;
  readonly fact: string;
  readonly sentence: string;
}

/** Describes every fact whose value differs from RFC 9309's, in the order of the axes. */
export function describeFacts(facts: DialectFacts): readonly FactSentence[] {
  return [...AXES.keys()].flatMap((axis) => describeAxis(axis, facts));
}

function describeAxis(axis: Axis, facts: DialectFacts): readonly FactSentence[] {
  return factsWithSentence(axis)
    .filter((fact) => !isSame(factValue(facts, axis, fact), factValue(rfc9309Facts, axis, fact)))
    .map((fact) => ({ axis, fact, sentence: sentenceOf(axis, fact, facts) }));
}

/** Whether two values are deeply equal. Functions are equal only if they are identical. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof Set && b instanceof Set) return a.size === b.size && [...a].every((item) => b.has(item));
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Set || b instanceof Set) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isSame(a[key as keyof typeof a], b[key as keyof typeof b]));
}
