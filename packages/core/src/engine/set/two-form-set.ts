/** Compiles both forms of patterns, to match both forms of a target (RFC 9309 §2.2.2). */
import type { Pattern } from '../../patterns/pattern.ts';
import type { Target } from '../../patterns/target.ts';
import { buildPatternSet } from './build-pattern-set.ts';
import { greatestRank } from './pattern-set.ts';

export interface RankedPattern {
  readonly pattern: Pattern;
  /** The rank, 0 to 2^30. */
  readonly rank: number;
}

/** Finds the greatest rank of the patterns that match. */
export class TwoFormSet {
  readonly #folded: Uint8Array;
  /** The set of plain forms; the same array as the set of folded forms if no pattern has two forms. */
  readonly #plain: Uint8Array;

  constructor(patterns: readonly RankedPattern[]) {
    this.#folded = built(patterns, 'folded');
    const hasTwoForms = patterns.some(({ pattern }) => pattern.plain !== pattern.folded);
    this.#plain = hasTwoForms ? built(patterns, 'plain') : this.#folded;
  }

  /** Whether no pattern has two forms. */
  get hasOneForm(): boolean {
    return this.#plain === this.#folded;
  }

  /** The greatest rank of the patterns that match `target` in either form; `NO_MATCH` if none does. */
  greatestRank({ folded, plain }: Target): number {
    const rank = this.greatestFolded(folded);
    return plain === folded ? rank : Math.max(rank, this.greatestPlain(plain));
  }

  greatestFolded(path: Uint8Array): number {
    return greatestRank(this.#folded, 0, path, path.length);
  }

  greatestPlain(path: Uint8Array): number {
    return greatestRank(this.#plain, 0, path, path.length);
  }
}

function built(patterns: readonly RankedPattern[], form: 'folded' | 'plain'): Uint8Array {
  return buildPatternSet(
    patterns.map(({ pattern, rank }) => ({ segments: pattern[form], isAnchored: pattern.isAnchored, rank })),
  );
}
