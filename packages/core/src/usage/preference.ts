/** What a statement says about a use, and the combination of several statements (draft-ietf-aipref-vocab-08 §5). */

/** What one statement says about a use. `unknown` implies no default. */
export type Stated = 'allow' | 'disallow' | 'unknown';

/**
 * The preference for a target. `not-applicable` means that the target may not be fetched, so its content cannot be
 * used.
 */
export type Preference = Stated | 'not-applicable';

/** One statement: what it says about each category of a vocabulary. */
export type StatedPreferences<Label extends string = string> = Readonly<Record<Label, Stated>>;

/**
 * The most restrictive of several statements about a use: disallow if any disallows, otherwise allow if any allows,
 * otherwise unknown. Their order does not matter.
 */
export function mostRestrictive(stated: Iterable<Stated>): Stated {
  let combined: Stated = 'unknown';
  for (const one of stated) {
    if (one === 'disallow') return 'disallow';
    if (one === 'allow') combined = 'allow';
  }
  return combined;
}

/** Combines several statements, category by category. Without statements, every category is unknown. */
export function combineStatements<Label extends string>(
  labels: readonly Label[],
  statements: readonly StatedPreferences<Label>[],
): StatedPreferences<Label> {
  return byLabel(labels, (label) => mostRestrictive(statements.map((statement) => statement[label])));
}

/** A frozen record with a value for each label. Labels come from a vocabulary, never from a file. */
export function byLabel<Label extends string, Value>(
  labels: readonly Label[],
  answer: (label: Label) => Value,
): Readonly<Record<Label, Value>> {
  return Object.freeze(
    Object.fromEntries(labels.map((label) => [label, answer(label)])) as Record<Label, Value>,
  );
}
