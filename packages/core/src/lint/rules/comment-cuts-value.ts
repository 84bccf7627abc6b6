import { HASH } from '../../bytes/octet.ts';
import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { isEntityAt } from './html-entity.ts';

/** RFC 9309 §2.2: `#` begins a comment anywhere in a line. */
export function* commentCutsValue({ rules, document: { octets } }: LintContext): Iterable<Finding> {
  for (const { value, valueSpan } of rules) {
    if (value === '' || octets[valueSpan.end] !== HASH || isEntityAt(octets, valueSpan.end)) continue;
    yield {
      message: `The pattern ends before the "#": it is ${inQuotes(value)}. Write "%23" to match the character, or put a space before the comment`,
      span: { start: valueSpan.start, end: valueSpan.end + 1 },
    };
  }
}
