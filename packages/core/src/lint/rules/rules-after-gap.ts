import { textOf } from '../../bytes/text.ts';
import type { DocumentRecord } from '../../parse/records.ts';
import { listed } from '../../print/listed.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))[ \t]*[\r\n]/;

/** RFC 9309 §2.2: only a user-agent line after rules begins a new group. */
export function* rulesAfterGap({ document: { groups, octets } }: LintContext): Iterable<Finding> {
  const stars = groups.filter(({ productTokens }) => productTokens.includes('*'));
  const last = groups.at(-1);
  if (!last || stars.length === 0 || stars.includes(last)) return;
  const { rules, productTokens } = last;
  const begin = rules.findIndex(({ span }, at) => {
    const above = rules[at - 1];
    return above !== undefined && BLANK_LINE.test(textOf(octets, above.span.end, span.start));
  });
  const first = rules[begin];
  if (!first) return;
  const common = new Set(stars.flatMap((star) => star.rules.map(textOfRule)));
  if (rules.slice(begin).every((rule) => common.has(textOfRule(rule)))) return;
  yield {
    message: `From this line on, the rules bind only ${listed([...new Set(productTokens)], 5)}, because a blank line does not end a group`,
    span: first.span,
  };
}

function textOfRule({ kind, value }: DocumentRecord): string {
  return `${kind} ${value}`;
}
