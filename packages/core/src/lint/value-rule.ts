/** Lint rules that check the value of one allow or disallow record at a time. */
import type { DocumentRecord } from '../parse/records.ts';
import type { LintRule } from './lint-rule.ts';

interface ValueRule extends Omit<LintRule, 'check'> {
  /** Whether the rule reports the record. */
  isAt(record: DocumentRecord): boolean;
  says(record: DocumentRecord): string;
}

/** Creates a lint rule that checks each allow and disallow record separately. */
export function valueRule({ isAt, says, ...rule }: ValueRule): LintRule {
  return {
    ...rule,
    *check(context) {
      for (const record of context.recordsOf('allow', 'disallow')) {
        if (isAt(record)) yield { message: says(record), span: record.span };
      }
    },
  };
}
