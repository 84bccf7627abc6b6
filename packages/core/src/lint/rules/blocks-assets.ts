import { explain } from '../../explain/explain.ts';
import type { DocumentRecord } from '../../parse/records.ts';
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
    const found = new Map<DocumentRecord, { readonly tokens: Set<string>; readonly sample: Sample }>();
    for (const token of ['Googlebot', 'bingbot']) {
      for (const { record, sample } of blocked(context, token)) {
        const known = found.get(record) ?? { tokens: new Set(), sample };
        found.set(record, known);
        known.tokens.add(token);
      }
    }
    for (const [{ span }, { tokens, sample }] of found) {
      const [what, path] = sample;
      const who = [...tokens].join(' and ');
      yield {
        message: `${who} may not fetch ${what} such as ${path}, and cannot draw the pages that use them`,
        span,
      };
    }
  },
};

type Sample = (typeof SAMPLES)[number];

function* blocked(
  context: LintContext,
  token: string,
): Iterable<{ readonly record: DocumentRecord; readonly sample: Sample }> {
  const rules = context.ruleSetOf(token);
  if (!rules.allows('/')) return;
  for (const sample of SAMPLES) {
    const [, path] = sample;
    const rule = rules.allows(path) ? undefined : explain(rules, path).rule;
    const record = rule && context.recordAtLine(rule.line);
    if (record && SPEAKS_OF_ASSETS.test(record.value)) yield { record, sample };
  }
}
