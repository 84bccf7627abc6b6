import { octetsBefore } from '../../records/reading.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/**
 * Matches no-break and other wide spaces, zero-width characters, direction marks, and a byte order mark inside the
 * file.
 */
export const INVISIBLE: RegExp =
  /[\u00a0\u00ad\u1680\u2000-\u200f\u2028\u2029\u202a-\u202f\u205f\u2060\u3000\ufeff]/;

/** RFC 9309 §2.2: white space consists of SP and TAB. */
export function* invisibleCharacter(context: LintContext): Iterable<Finding> {
  for (const { span, value, valueSpan, name } of context.document.records) {
    const inName = INVISIBLE.exec(name);
    const found = inName ?? INVISIBLE.exec(value);
    if (!found) continue;
    const [text, start] = inName ? [name, span.start] : [value, valueSpan.start];
    const at = start + octetsBefore(text, found.index);
    const length = octetsBefore(found[0], found[0].length);
    const code = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    yield {
      message: `The invisible character U+${code} is read as part of the ${inName ? 'name' : 'value'}`,
      span: { start: at, end: at + length },
    };
  }
}
