/** Rules of the linter that look at the value of one allow or disallow record at a time. */
import type { DocumentRecord } from '../parse/records.ts';
import type { LintRule } from './lint-rule.ts';

interface ValueRule extends Omit<LintRule, 'check'> {
  /** Whether it reports the record. */
  isAt(record: DocumentRecord): boolean;
  says(record: DocumentRecord): string;
}

/** A rule that reports each allow and disallow record by itself. */
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
