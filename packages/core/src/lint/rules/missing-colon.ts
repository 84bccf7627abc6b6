import type { LintContext, OtherLine } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { KNOWN_NAMES } from '../record-names.ts';
import { FENCE } from './markdown-fence.ts';

/** RFC 9309 §2.2. */
export function* missingColon(context: LintContext): Iterable<Finding> {
  for (const line of context.otherLines) {
    if (line.kind === 'malformed' && !isElsewhere(line.text)) yield finding(line);
  }
}

/** Whether another rule reports the line: merge conflicts and Markdown have their own rules. */
function isElsewhere(text: string): boolean {
  return /^[<=>|]{7}/.test(text) || FENCE.test(text.trim());
}

function finding({ text, span }: OtherLine): Finding {
  const [, name = '', gap = ''] = /^([A-Za-z][A-Za-z-]*)([ \t]+)\S/.exec(text) ?? [];
  if (!KNOWN_NAMES.includes(name.toLowerCase())) {
    return { message: 'This line has no colon, so crawlers ignore it', span };
  }
  const at = span.start + name.length;
  return {
    message: `Missing colon after "${name}". By RFC 9309, crawlers ignore this line, but some read it as if the colon were there`,
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
