import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import { samplePath } from '../sample-path.ts';

/** A crawler must fetch a page before it can index the page or see its noindex. */
export function* disallowWithNoindex(context: LintContext): Iterable<Finding> {
  for (const { productTokens, others } of context.document.groups) {
    const noindexed = others.filter(({ kind, value }) => kind === 'noindex' && /^[/*]/.test(value));
    const token = productTokens.find((name) => name !== '');
    if (noindexed.length === 0 || token === undefined) continue;
    const rules = context.ruleSetOf(token);
    const [first, ...further] = noindexed.filter(({ value }) => !rules.allows(samplePath(value)));
    if (!first) continue;
    const also = furtherLines(further.map(({ line }) => line));
    yield {
      message: `Crawlers no longer support Noindex in robots.txt, and they cannot see a noindex on pages under ${first.value} because those pages are disallowed${also}`,
      span: first.span,
    };
  }
}
