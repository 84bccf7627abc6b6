import type { Edit } from '../../bytes/edit.ts';
import { CR, LF } from '../../bytes/octet.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2. Reports the first such line. CR before a line, or before LF, is white space to other parsers. */
export function* crLineEnd({ document: { octets } }: LintContext): Iterable<Finding> {
  let first: Finding['span'] | undefined;
  const edits: Edit[] = [];
  for (let start = octets.indexOf(CR); start >= 0; ) {
    let end = start + 1;
    while (octets[end] === CR) end++;
    const isInText = start > 0 && octets[start - 1] !== LF && end < octets.length && octets[end] !== LF;
    if (isInText) first ??= { start, end };
    if (octets[end] !== LF) edits.push({ span: { start, end }, replacement: '\n'.repeat(end - start) });
    start = octets.indexOf(CR, end);
  }
  if (first)
    yield {
      message:
        'This line ends with CR alone. Parsers that split lines at LF read it and the next one as one line',
      span: first,
      fixes: [{ title: 'End all such lines with LF', edits, changesVerdicts: false }],
    };
}
