import type { LintContext, OtherLine } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';
import { KNOWN_NAMES } from '../record-names.ts';
import { FENCE } from './markdown-fence.ts';

/** RFC 9309 §2.2. */
export const missingColon: LintRule = {
  code: 'missing-colon',
  severity: 'error',
  title: 'A line has no colon',
  reason:
    'A record is a name, a colon and a value. A line without a colon is ignored, though Google reads "Disallow /x" as if the colon were there, so crawlers disagree.',
  bad: { body: 'User-agent: *\nDisallow /private/\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const line of context.otherLines) {
      if (line.kind === 'malformed' && !isElsewhere(line.text)) yield finding(line);
    }
  },
};

/** Merge conflicts and Markdown have rules of their own. */
function isElsewhere(text: string): boolean {
  return /^[<=>|]{7}/.test(text) || FENCE.test(text.trim());
}

function finding({ text, span }: OtherLine): Finding {
  const [, name = '', gap = ''] = /^([A-Za-z][A-Za-z-]*)([ \t]+)\S/.exec(text) ?? [];
  if (!KNOWN_NAMES.includes(name.toLowerCase())) {
    return { message: 'No colon: this line is not a record, and crawlers ignore it', span };
  }
  const at = span.start + name.length;
  return {
    message: `No colon after "${name}": the RFC has crawlers ignore this line, but some of them read it as if there were one`,
    span,
    fixes: [
      {
        title: `Write "${name}:"`,
        edits: [{ span: { start: at, end: at + gap.length }, replacement: ': ' }],
        changesVerdicts: true,
      },
    ],
  };
}
