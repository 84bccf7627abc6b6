import { inQuotes } from '../../print/printable.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** A value that was missing when the file was generated. */
const MISSING = /^(?:https?:\/\/|\/)?(?:null|undefined|NaN|None|\[object Object\])(?:\/.*)?$/;

/** A placeholder that no template engine has replaced. */
export const PLACEHOLDER: RegExp = /\{\{.*\}\}|\{%.*%\}|\$\{.*\}|<%.*%>|\[\[.*\]\]|\[object Object\]/;

/** A generated file whose generator had no value to write. */
export const failedTemplate: LintRule = {
  code: 'failed-template',
  severity: 'error',
  title: 'A value was not filled in',
  reason:
    'The program that wrote the file had no value, or did not replace a placeholder. Crawlers take the text literally, so the line does not do what was meant.',
  bad: { body: 'User-agent: *\nDisallow: /a\nSitemap: https://undefined/sitemap.xml\n' },
  good: { body: 'User-agent: *\nDisallow: /a\nSitemap: https://example.com/sitemap.xml\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { kind, value, span } of context.document.records) {
      // "None" and "null" may be meant as words where a rule has no pattern; `word-as-pattern` reports them.
      const isPath = (kind === 'allow' || kind === 'disallow') && !/^\//.test(value);
      if (!PLACEHOLDER.test(value) && (isPath || !MISSING.test(value))) continue;
      yield { message: `${inQuotes(value)} was not filled in when this file was written`, span };
    }
  },
};
