import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { otherSyntaxOf } from '../other-syntax.ts';
import { FULL_URL } from './full-url-pattern.ts';
import { INVISIBLE } from './invisible-character.ts';

/** RFC 9309 §2.2: `path-pattern = "/" …`. */
export function* patternWithoutSlash(context: LintContext): Iterable<Finding> {
  for (const { value, span, valueSpan } of context.recordsOf('allow', 'disallow')) {
    if (value === '' || /^[/*]/.test(value) || FULL_URL.test(value)) continue;
    if (otherSyntaxOf(value) || INVISIBLE.test(value)) continue;
    const message = `The pattern ${inQuotes(value)} matches nothing because it does not begin with "/" or "*"`;
    if (ENDING.test(value) || QUERY.test(value)) yield { message: `${message}. ${anywhere(value)}`, span };
    else if (!PATH.test(value) || HOST.test(value)) yield { message, span };
    else
      yield {
        message,
        span,
        fixes: [
          {
            title: `Write "/${value}"`,
            edits: [{ span: { start: valueSpan.start, end: valueSpan.start }, replacement: '/' }],
            changesVerdicts: true,
          },
        ],
      };
  }
}

function anywhere(value: string): string {
  const where = value.endsWith('$') ? 'with this ending' : 'that contains it';
  return `To match every URL ${where}, write ${inQuotes(`/*${value}`)}`;
}

/** Matches `.pdf$` and `.css`. With a slash in front, such a pattern would name one file in the root. */
const ENDING = /^\.(?:[\w*]+\$|\w{2,5}\*?)$/;

/** Matches `?print` and `nocache=`. With a slash in front, such a pattern would name a query of the home page. */
const QUERY = /^[?&]|^[\w-]+=/;

/** Matches text that could follow the leading slash of a path, but not an escape, a bracket or `./`. */
const PATH = /^\.?[\p{L}\p{N}_~-]/u;

/**
 * Matches `www.example.com/a`, in which only the part after the host is a path. A file such as `index.php/a` is a path.
 */
const HOST = /^(?:https?:|www\.|(?:[\w-]+\.)+(?!(?:php|html?|aspx?|jsp|cgi|pl)\d?\/)[a-z]{2,}[:/])/i;
