import type { DocumentRecord } from '../../parse/records.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2.1: a product token has letters, `_` and `-`; `*` stands alone. */
export const unmatchableProductToken: LintRule = {
  code: 'unmatchable-product-token',
  severity: 'warning',
  title: 'A user-agent value that no crawler can find itself in',
  reason:
    'Crawlers compare their own product token with the line. A pattern or an empty value is nobody’s token. Lines with the same defect are told once.',
  bad: { body: 'User-agent: *bot*\nDisallow: /\n' },
  good: { body: 'User-agent: FooBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    const found = new Map<Defect, DocumentRecord[]>();
    for (const record of context.recordsOf('user-agent')) {
      const defect = DEFECTS.find(({ isIn }) => isIn(record.value));
      if (!defect || /[,;]/.test(record.value)) continue;
      const known = found.get(defect);
      if (known) known.push(record);
      else found.set(defect, [record]);
    }
    for (const [{ tell }, [first, ...further]] of found) {
      if (!first) continue;
      yield { message: tell(first.value) + furtherLines(further.map(({ line }) => line)), span: first.span };
    }
  },
};

/** One way to be nobody's token. */
interface Defect {
  isIn(value: string): boolean;
  tell(value: string): string;
}

/** The first that fits counts. */
const DEFECTS: readonly Defect[] = [
  {
    isIn: (value) => value === '',
    tell: () => 'No product token: the group that begins here is nobody’s',
  },
  {
    isIn: (value) => /^["'`“‘]/.test(value),
    tell: (value) => `The quotation marks of ${value} belong to the value: no crawler has such a name`,
  },
  {
    isIn: (value) => /^[/(]/.test(value),
    tell: (value) =>
      `${JSON.stringify(value)} begins with no product token: the group that begins here is nobody’s`,
  },
  {
    isIn: (value) => value.startsWith('* '),
    tell: (value) => `Only the "*" of ${JSON.stringify(value)} counts, and not to every parser`,
  },
  {
    isIn: (value) => value.length > 1 && value.startsWith('*'),
    tell: (value) => `${JSON.stringify(value)} is no wildcard: "*" stands alone or matches nobody`,
  },
];
