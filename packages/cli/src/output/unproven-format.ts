/** Checks whether the canonical form of a file gives every crawler the same verdicts as the file itself. */
import { type Dialect, findDialect } from 'robots-exclusion/dialects';
import { proveSameVerdicts, type SameVerdictsProof } from 'robots-exclusion/diff';

/**
 * Explains, with a line number, why formatting may change verdicts of RFC 9309, Google or the dialects in `keep`;
 * `undefined` if it is proven that no verdict changes.
 */
export function unprovenFormat(
  before: Uint8Array,
  after: Uint8Array,
  keep: readonly Dialect[] = [],
): string | undefined {
  const always = ['rfc9309', 'google'].map((name) => findDialect(name) as Dialect);
  const proof = proveSameVerdicts(before, after, { dialects: [...always, ...keep] });
  if (proof.kind === 'equal') return undefined;
  return `it is not proven that no verdict of ${proof.dialect} changes: ${reason(proof)}`;
}

function reason(proof: Exclude<SameVerdictsProof, { kind: 'equal' }>): string {
  if (proof.kind === 'changed') {
    const { witness, before, after } = proof.region;
    const line = before?.line ?? after?.line;
    return `${witness} would change for ${proof.crawlers.join(', ')}, by line ${line}`;
  }
  const line = proof.difference?.before ?? proof.rule?.before?.line;
  return line === undefined ? 'the comparison took too long' : `it reads line ${line} differently afterwards`;
}
