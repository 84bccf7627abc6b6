/** The results of comparing two rule lists. */
import type { ComparedRule } from './compared-rule.ts';

/** Targets whose verdict changes, and which the same two rules decide: one before and one after the change. */
export interface ChangedTargets {
  /** `undefined` if no rule matches, so the targets are allowed. */
  readonly before: ComparedRule | undefined;
  readonly after: ComparedRule | undefined;
  /** The smallest of the targets. */
  readonly witness: string;
}

/**
 * A rule that is in only one list. It may change further verdicts, which the search did not find. Both members are
 * `undefined` if the budget was exhausted before the lists were compared.
 */
export type UndecidedRule = Pick<ChangedTargets, 'before' | 'after'>;
