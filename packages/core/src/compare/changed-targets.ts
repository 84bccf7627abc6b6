/** What a comparison of two rule lists finds. */
import type { ComparedRule } from './compared-rule.ts';

/** Targets that change, all decided by the same two rules. */
export interface ChangedTargets {
  /** `undefined` if no rule matches and the targets are allowed. */
  readonly before: ComparedRule | undefined;
  readonly after: ComparedRule | undefined;
  /** The smallest of them. */
  readonly witness: string;
}

/**
 * A rule that is in one list only, of which it stayed undecided whether it changes a target, or others than were
 * found; without a rule where the lists were not looked at, because nothing was left of the budget.
 */
export type UndecidedRule = Pick<ChangedTargets, 'before' | 'after'>;
