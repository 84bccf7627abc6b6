/** The results of comparing two rule lists. */
import type { ComparedRule } from './compared-rule.ts';

/** Changed targets that the same two rules decide. */
export interface ChangedTargets {
  /** `undefined` if no rule matches, so the targets are allowed. */
  readonly before: ComparedRule | undefined;
  readonly after: ComparedRule | undefined;
  /** The smallest of them. */
  readonly witness: string;
}

/**
 * A rule in one list only, if it is unknown whether it changes (more) targets. Both members are `undefined` if the
 * budget was exhausted before the lists were compared.
 */
export type UndecidedRule = Pick<ChangedTargets, 'before' | 'after'>;
