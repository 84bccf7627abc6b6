import type { Edit } from '../../bytes/edit.ts';
import type { Span } from '../../bytes/span.ts';
import { textOf } from '../../bytes/text.ts';
import { encodeUtf8 } from '../../bytes/utf-8.ts';
import type { RobotsDocument } from '../../parse/document.ts';
import type { Group } from '../../parse/groups.ts';
import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** RFC 9309 §2.2: a blank line has no meaning. Before that, one ended a group (robotstxt.org, 1994). */
export function* blankLineInGroup({ document }: LintContext): Iterable<Finding> {
  const found = document.groups.flatMap((group) => gapOf(document, group) ?? []);
  const [first, ...further] = found;
  if (!first) return;
  yield {
    message: `A blank line separates this user-agent line from its rules: Yandex and older parsers find no rules for it, and allow everything${furtherLines(further.map(({ line }) => line))}`,
    span: first.span,
    fixes: [
      {
        title: 'Remove the blank line',
        edits: found.flatMap(({ edits }) => edits),
        changesVerdicts: false,
      },
    ],
  };
}

interface Gap {
  readonly line: number;
  readonly span: Span;
  readonly edits: readonly Edit[];
}

/** The rest of a user-agent line with its end, blank lines, and the white space before the next record. */
const BLANK_LINES = /^([^\r\n]*(?:\r\n|\n|\r(?!\n)))((?:[ \t]*(?:\r\n|\n|\r(?!\n)))+)[ \t]*$/;

/** The blank lines between the last user-agent record of a group and its first rule. */
export function gapOf({ octets }: RobotsDocument, { userAgents, rules }: Group): Gap | undefined {
  const [last, rule] = [userAgents.at(-1), rules[0]];
  if (!last || !rule) return undefined;
  const [, before = '', blank] = BLANK_LINES.exec(textOf(octets, last.span.end, rule.span.start)) ?? [];
  if (blank === undefined) return undefined;
  // Everything but a comment is ASCII here, and only blank lines are deleted.
  const start = last.span.end + encodeUtf8(before).length;
  const edits = [{ span: { start, end: start + blank.length }, replacement: '' }];
  return { line: last.line, span: last.span, edits };
}
