import type { DocumentRecord } from '../../parse/records.ts';
import type { LintContext, NamedCrawler } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Rules shown in one message. */
const MOST_SHOWN = 5;

/** Crawlers and rules of "*" that are looked at: real files have fewer, and hostile ones must end. */
const MOST_CRAWLERS = 500;
const MOST_RULES = 500;

/** Where "*" may fetch nothing, groups for others are exceptions that somebody meant. */
const EVERYTHING = /^[/*]\**\$?$/;

/** RFC 9309 §2.2.1: `*` holds for those only whom no group names. */
export const namedGroupHidesStar: LintRule = {
  code: 'named-group-hides-star',
  severity: 'warning',
  title: 'A named group loses the rules of "*"',
  reason:
    'A crawler that finds its name obeys that group alone. What "*" disallows is open to it unless its own group repeats it.',
  bad: { body: 'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\nDisallow: /search\n' },
  good: {
    body: 'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\nDisallow: /private/\nDisallow: /search\n',
  },
  *check(context: LintContext): Iterable<Finding> {
    const star = context.crawlers.find(({ token }) => token === '*');
    const disallowed = star ? disallowsOf(star) : [];
    if (disallowed.length === 0) return;
    const crawlers = context.crawlers.slice(0, MOST_CRAWLERS);
    const looked = disallowed.slice(0, MOST_RULES);
    for (const crawler of crawlers) {
      if (crawler !== star) yield* lostBy(crawler, looked, context);
    }
  },
};

function disallowsOf({ groups }: NamedCrawler): DocumentRecord[] {
  return groups
    .flatMap(({ rules }) => rules)
    .filter(({ kind, value }) => kind === 'disallow' && /^[/*]/.test(value) && !EVERYTHING.test(value));
}

function* lostBy(
  crawler: NamedCrawler,
  disallowed: readonly DocumentRecord[],
  context: LintContext,
): Iterable<Finding> {
  const ruleSet = context.ruleSetOf(crawler.token);
  const lost = disallowed.filter(({ value }) => ruleSet.allows(sampleOf(value)));
  const [record] = crawler.userAgents;
  // A group that lets everything through says so on purpose.
  const isOpen = disallowsOf(crawler).length === 0;
  if (lost.length === 0 || !record || isOpen) return;
  const shown = lost.slice(0, MOST_SHOWN).map(({ value, line }) => `${value} (line ${line})`);
  const more = lost.length > MOST_SHOWN ? ` and ${lost.length - MOST_SHOWN} more` : '';
  yield {
    message: `${crawler.token} obeys its own group alone and may fetch what "*" disallows: ${shown.join(', ')}${more}`,
    span: record.span,
  };
}

/** A path that the pattern matches: its stars taken as nothing, its final `$` cut. */
function sampleOf(pattern: string): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}
