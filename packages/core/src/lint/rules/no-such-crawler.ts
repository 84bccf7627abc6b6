import { furtherLines } from '../further-lines.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding } from '../lint-rule.ts';
import operators from './names-of-operators.json' with { type: 'json' };

/**
 * Names of companies and products, with the tokens of their crawlers from the operators' own pages. Excludes names that
 * are one typo away from a token, which `unknown-product-token` reports with a fix.
 */
const TOKENS: ReadonlyMap<string, string> = new Map(Object.entries(operators));

/** Words for "every crawler", which must be written as "*". */
const EVERYBODY: ReadonlySet<string> = new Set([
  'all',
  'any',
  'everyone',
  'everybody',
  'bot',
  'bots',
  'crawler',
  'crawlers',
  'robot',
  'robots',
  'spider',
  'spiders',
]);

/** RFC 9309 §2.2.1: a crawler looks for its own product token. */
export function* noSuchCrawler(context: LintContext): Iterable<Finding> {
  for (const { token, userAgents } of context.crawlers) {
    const name = token.toLowerCase();
    const meant = EVERYBODY.has(name) ? 'to address all crawlers, write "*"' : tokensText(TOKENS.get(name));
    const agent = context.agentOf(token);
    const isListed = agent?.sourceKind === 'third-party' && agent.fetches;
    // "Microsoft URL Control" is a single name.
    const [first, ...further] = userAgents.filter(({ value }) => value.split('/', 1)[0] === token);
    if (meant === undefined || !first || (agent && !isListed)) continue;
    // A file that names the operator's crawlers as well means this one, too.
    if (isListed && context.crawlers.some(({ token: other }) => meant.split(/[ ,]+/).includes(other)))
      continue;
    const also = furtherLines(further.map(({ line }) => line));
    const problem = isListed
      ? `${token} is known only from a third party's list`
      : `No crawler has the product token ${token}`;
    yield {
      message: `${problem}: ${meant}${also}`,
      span: first.span,
      ...(isListed && { weight: 'minor' }),
    };
  }
}

function tokensText(tokens: string | undefined): string | undefined {
  return tokens && `its operator uses ${tokens}`;
}
