/** Rules on what a tool or a person left in the file by mistake. */
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

/** Matches a Markdown line that begins or ends a code block. */
export const FENCE: RegExp = /^(?:`{3,}|~{3,})[\w.-]*$/;

/** RFC 9309 §2.2. */
export function* markdownFence(context: LintContext): Iterable<Finding> {
  for (const { kind, text, span } of context.otherLines) {
    if (kind === 'malformed' && FENCE.test(text.trim()))
      yield {
        message: 'This line is a Markdown code fence and does not belong in a robots.txt',
        span,
      };
  }
}

/** Conflict markers of a version control system. */
const MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;

/** With conflict markers left in, the rules of both sides apply. */
export function* mergeConflict(context: LintContext): Iterable<Finding> {
  for (const { text, span } of context.otherLines) {
    if (MARKER.test(text))
      yield { message: 'A merge conflict marker: crawlers read the rules of both sides', span };
  }
}

/** Addresses that no production site uses. */
const PRIVATE_HOST =
  /^(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|.+\.(?:local|localhost|test|internal))$/i;

/** First labels of host names that staging sites use. */
const STAGING_HOST = /^(?:staging|stage|stg|preprod|pre-?production|uat)[-.\d]*\.[^.]+\.[^.]/i;

/** Comments that call the file itself a staging version. */
const STAGING_WORDS =
  /robots\.txt\b.{0,20}\b(?:for|of)\s+(?:the\s+|our\s+)?(?:staging|pre-?production|development|dev|test)\b|\b(?:do\s+not\s+deploy|remove\s+before\s+(?:launch|go-?live)|not\s+for\s+production)\b/i;

/** A file made for a different site than the one that serves it. */
export function* stagingLeftover(context: LintContext): Iterable<Finding> {
  if (context.robotsUrl !== undefined && isStagingHost(context.robotsUrl)) return;
  for (const { value, span } of context.recordsOf('sitemap')) {
    if (isStagingHost(value)) yield { message: `${inQuotes(value)} is on a staging or private host`, span };
  }
  for (const { kind, text, span } of context.otherLines) {
    if (kind === 'comment' && STAGING_WORDS.test(text))
      yield { message: 'This comment says that the file is not for production', span };
  }
}

function isStagingHost(url: string): boolean {
  const host = /^[a-z]+:\/\/([^/:]*)/i.exec(url)?.[1] ?? '';
  return PRIVATE_HOST.test(host) || STAGING_HOST.test(host);
}
