/** Converts the parser's diagnostics to findings of the rule with the same code. */
import type { LintContext } from './lint-context.ts';
import type { Finding } from './lint-rule.ts';

export function parserFindings({ document }: LintContext, code: string): Finding[] {
  return document.diagnostics
    .filter((diagnostic) => diagnostic.code === code)
    .map(({ message, span }) => ({ message, span }));
}
