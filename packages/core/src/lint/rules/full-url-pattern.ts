import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';

/** Recognizes patterns that are whole URLs. */
export const FULL_URL: RegExp = /^[a-z][a-z0-9+.-]*:\/\//i;

/** RFC 9309 §2.2. */
export function* fullUrlPattern(context: LintContext): Iterable<Finding> {
  const own = hostOf(context.robotsUrl ?? '');
  for (const { value, span, valueSpan } of context.recordsOf('allow', 'disallow')) {
    if (!FULL_URL.test(value)) continue;
    const host = hostOf(value);
    if (own === undefined || host !== own) {
      yield { message: `${MATCHES_NOTHING}. ${elsewhere(host, own)}`, span };
      continue;
    }
    const path = value.replace(/^[^:]*:\/\/[^/?#]*/, '') || '/';
    yield {
      message: MATCHES_NOTHING,
      span,
      fixes: [
        {
          title: `Write ${inQuotes(path)}`,
          edits: [{ span: valueSpan, replacement: path }],
          changesVerdicts: true,
        },
      ],
    };
  }
}

const MATCHES_NOTHING = 'A path pattern begins with "/": this full URL matches nothing';

/** Host and port in lower case, without default ports; `undefined` if the text is not a URL with a host. */
function hostOf(url: string): string | undefined {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1];
  return authority?.toLowerCase().replace(/:(?:80|443)?$/, '');
}

/** The message for a URL whose host is not known to be the file's own. */
function elsewhere(host: string | undefined, own: string | undefined): string {
  if (own === undefined) {
    return `If ${host} is this site, the pattern is only the path. A rule for another site belongs in the robots.txt of that site`;
  }
  return `It names ${host}, but this file applies only to ${own}. Move the rule to the robots.txt of ${host}`;
}
