import type { DocumentRecord } from '../../parse/records.ts';
import { inQuotes } from '../../print/printable.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { nextRecord } from '../record-names.ts';
import { hasEscapedLineEnd } from './escaped-line-end.ts';

/** RFC 9309 §2.2.1: a product token contains only letters, `_` and `-`; `*` stands alone. */
export function* unmatchableProductToken(context: LintContext): Iterable<Finding> {
  const found = new Map<Defect, DocumentRecord[]>();
  for (const record of context.recordsOf('user-agent')) {
    const defect = DEFECTS.find(({ isIn }) => isIn(record.value));
    const isElsewhere = nextRecord(record.value) || hasEscapedLineEnd(record.value);
    if (!defect || isElsewhere || /[,;]/.test(record.value)) continue;
    const known = found.get(defect);
    if (known) known.push(record);
    else found.set(defect, [record]);
  }
  for (const [{ describe }, [first, ...further]] of found) {
    if (!first) continue;
    yield {
      message: describe(first.value) + furtherLines(further.map(({ line }) => line)),
      span: first.span,
    };
  }
}

/** One reason why a value matches no crawler. */
interface Defect {
  isIn(value: string): boolean;
  describe(value: string): string;
}

/** The reasons, in order. The first that applies is reported. */
const DEFECTS: readonly Defect[] = [
  {
    isIn: (value) => value === '',
    describe: () => 'This group names no crawler, so no crawler follows it',
  },
  {
    isIn: (value) => /^["'`“‘]/.test(value),
    describe: (value) => `No crawler matches ${value} because the quotation marks are part of the value`,
  },
  {
    isIn: (value) => /^[/(]/.test(value),
    describe: (value) =>
      `${inQuotes(value)} does not begin with a product token, so no crawler follows this group`,
  },
  {
    isIn: (value) => value.startsWith('* '),
    describe: (value) => `Most parsers read only the "*" of ${inQuotes(value)}, and some match no crawler`,
  },
  {
    isIn: (value) => value.length > 1 && value.startsWith('*'),
    describe: (value) => `${inQuotes(value)} is not a wildcard pattern: "*" is special only on its own`,
  },
];
