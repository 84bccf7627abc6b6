/** Wording of the statements about the use of a URL. */
import type { UsageAnswer } from '@robots-exclusion/operations/shared';
import { type ConventionName, conventions, type UsageStatement, type Use } from 'robots-exclusion/usage';

/** The statements about a use. */
export function statementsOf({ statements }: UsageAnswer, use: Use): readonly UsageStatement[] {
  return statements.filter(({ says }) => says[use] !== undefined);
}

/** The convention's display name. */
export function titleOf(name: ConventionName): string {
  return conventions.get(name)?.title ?? name;
}
