import { explain } from '../../explain/explain.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** What a page needs to be drawn. */
const SAMPLES: readonly (readonly [string, string])[] = [
  ['style sheets', '/style.css'],
  ['scripts', '/app.js'],
  ['style sheets', '/assets/style.css'],
  ['scripts', '/assets/app.js'],
  ['scripts', '/_next/static/app.js'],
  ['scripts', '/wp-includes/js/jquery.js'],
  ['style sheets', '/wp-content/themes/theme/style.css'],
];

/** Patterns that speak of such files; `/a` matches `/app.js` too, but nobody knows whether there is one. */
const SPEAKS_OF_ASSETS =
  /\.(?:js|css)|\/(?:js|css|assets?|static|scripts?|styles?|_next|wp-includes|wp-content|dist|build)(?=[/*$]|$)/i;

/** Google renders pages before it indexes them. */
export const blocksAssets: LintRule = {
  code: 'blocks-assets',
  severity: 'warning',
  title: 'Style sheets or scripts are disallowed',
  reason:
    'Search engines draw a page before they judge it. Without its styles and scripts they see a broken one.',
  bad: { body: 'User-agent: *\nDisallow: /*.js$\n' },
  good: { body: 'User-agent: *\nDisallow: /private/\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const token of ['Googlebot', 'bingbot']) {
      const seen = new Set<number>();
      const rules = context.ruleSetOf(token);
      if (!rules.allows('/')) continue;
      for (const [what, path] of SAMPLES) {
        if (rules.allows(path)) continue;
        const { rule } = explain(rules, path);
        const record = rule && context.recordAtLine(rule.line);
        if (!record || seen.has(record.line) || !SPEAKS_OF_ASSETS.test(record.value)) continue;
        seen.add(record.line);
        yield {
          message: `${token} may not fetch ${what} such as ${path}, and cannot draw the pages that use them`,
          span: record.span,
        };
      }
    }
  },
};
