import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** A value that was missing when the file was generated. */
const MISSING = /^(?:https?:\/\/|\/)?(?:null|undefined|NaN|None|\[object Object\])(?:\/.*)?$/;

const BRACKETS = [
  ...['{{ }}', '{% %}', '<% %>', '[[ ]]'].map((pair) => pair.split(' ')),
  ['${', '}'],
  ['[object Object]'],
];

/** Whether a value holds a placeholder that no template engine has replaced. Takes linear time, as no pattern would. */
export const hasPlaceholder = (value: string): boolean =>
  BRACKETS.some(([open = '', close = '']) => {
    const start = value.indexOf(open);
    return start >= 0 && value.includes(close, start + open.length);
  });

/** A generated file whose generator had no value to write. */
export function* failedTemplate(context: LintContext): Iterable<Finding> {
  for (const { kind, value, span } of context.document.records) {
    // "None" and "null" may be meant as words where a rule has no pattern; `word-as-pattern` reports them.
    const isPath = (kind === 'allow' || kind === 'disallow') && !/^\//.test(value);
    if (!hasPlaceholder(value) && (isPath || !MISSING.test(value))) continue;
    yield { message: `${inQuotes(value)} was not filled in when this file was written`, span };
  }
}
