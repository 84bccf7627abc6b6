import type { AgentIndex } from '../../agents/find-agent.ts';
import { cutToken } from '../../agents/resolve-crawler.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { nextRecord } from '../record-names.ts';

/** RFC 9309 §2.2.1: a line names one product token. */
export function* severalTokensOnOneLine(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.recordsOf('user-agent')) {
    const tokens = tokensOnLine(value, context.registry);
    if (tokens.length < 2) continue;
    yield {
      message: `Crawlers read at most the first name of this line, "${tokens[0]}"`,
      span,
      fixes: [
        {
          title: 'Write one line for each crawler',
          edits: [{ span: valueSpan, replacement: tokens.join(`${context.lineEnd}User-agent: `) }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

const TOKEN = /^(?:\*|[A-Za-z0-9_./-]+)$/;

/**
 * The crawlers that a value lists: any names between commas or semicolons; between other separators, at least two known
 * ones, because a name may hold blanks. Empty if the value is not a list.
 */
export function tokensOnLine(value: string, { byToken }: AgentIndex): readonly string[] {
  if (nextRecord(value)) return [];
  const names = value.split(/[,;][ \t]*/).filter((name) => name !== '');
  if (names.length > 1 && names.every((name) => TOKEN.test(name))) return names;
  const words = value
    .split(/[\s,;|&+]+|\/(?=[A-Za-z])/)
    .filter((word) => !/^(?:and|or|und|et|y)?$/i.test(word));
  const known = words.filter((word) => word === '*' || byToken.has(cutToken(word)));
  return known.length > 1 && words.every((word) => TOKEN.test(word)) ? words : [];
}
