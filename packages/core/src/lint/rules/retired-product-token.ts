import type { Group } from '../../parse/groups.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

const CLAUDE = ['claudebot', 'claude-user', 'claude-searchbot'];

/**
 * Tokens of retired crawlers, in lower case, each with what its operator says became of the crawler, and the tokens of
 * its successors.
 */
const RETIRED: ReadonlyMap<string, readonly [fate: string, successors?: readonly string[]]> = new Map([
  ['anthropic-ai', ['Anthropic now uses ClaudeBot, Claude-User and Claude-SearchBot', CLAUDE]],
  ['claude-web', ['Anthropic now uses ClaudeBot, Claude-User and Claude-SearchBot', CLAUDE]],
  ['msnbot', ['Microsoft replaced it with bingbot in 2010', ['bingbot']]],
  ['msnbot-media', ['Microsoft replaced it with bingbot in 2010', ['bingbot']]],
  ['googlebot-mobile', ['Google’s smartphone crawler uses Googlebot', ['googlebot']]],
  ['neevabot', ['Neeva closed in June 2023']],
  ['teoma', ['Ask.com ended its own search in 2010']],
  ['gigabot', ['Gigablast closed in April 2023']],
  ['scoutjet', ['Blekko closed in March 2015']],
  ['cuil', ['Cuil closed in September 2010']],
  ['twiceler', ['Cuil closed in September 2010']],
]);

/** A group for a crawler that no longer exists. */
export const retiredProductToken: LintRule = {
  code: 'retired-product-token',
  severity: 'info',
  title: 'A group names a retired crawler',
  reason:
    'No crawler uses this name any more, and a successor follows only a group that names it. Not reported where the group names the successor, or, without a successor, another crawler in use.',
  bad: { body: 'User-agent: anthropic-ai\nDisallow: /\n' },
  good: { body: 'User-agent: ClaudeBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { token, groups, userAgents } of context.crawlers) {
      const [fate, successors] = RETIRED.get(token.toLowerCase()) ?? [];
      if (!fate || !userAgents[0] || groups.every((group) => namesAnother(group, successors))) continue;
      yield { message: `${token} is retired: ${fate}`, span: userAgents[0].span };
    }
  },
};

/** Whether the group also names a successor, or without a successor any crawler in use: it misses nobody then. */
function namesAnother({ productTokens }: Group, successors: readonly string[] = []): boolean {
  const tokens = productTokens.map((token) => token.toLowerCase());
  return successors.length > 0
    ? tokens.some((token) => successors.includes(token))
    : tokens.some((token) => !RETIRED.has(token));
}
