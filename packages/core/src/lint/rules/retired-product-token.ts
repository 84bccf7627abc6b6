import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** Tokens of retired crawlers, in lower case, each with what its operator says became of the crawler. */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['anthropic-ai', 'Anthropic now uses ClaudeBot, Claude-User and Claude-SearchBot'],
  ['claude-web', 'Anthropic now uses ClaudeBot, Claude-User and Claude-SearchBot'],
  ['msnbot', 'Microsoft replaced it with bingbot in 2010'],
  ['msnbot-media', 'Microsoft replaced it with bingbot in 2010'],
  ['googlebot-mobile', 'Google’s smartphone crawler uses Googlebot'],
  ['neevabot', 'Neeva closed in June 2023'],
  ['teoma', 'Ask.com ended its own search in 2010'],
  ['gigabot', 'Gigablast closed in April 2023'],
  ['scoutjet', 'Blekko closed in March 2015'],
  ['cuil', 'Cuil closed in September 2010'],
  ['twiceler', 'Cuil closed in September 2010'],
]);

/** A group for a crawler that no longer exists. */
export const retiredProductToken: LintRule = {
  code: 'retired-product-token',
  severity: 'info',
  title: 'A group names a retired crawler',
  reason:
    'No crawler uses this name any more. If a successor has another name, the group does not apply to it.',
  bad: { body: 'User-agent: anthropic-ai\nDisallow: /\n' },
  good: { body: 'User-agent: ClaudeBot\nDisallow: /\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { token, userAgents } of context.crawlers) {
      const fate = RETIRED.get(token.toLowerCase());
      if (fate && userAgents[0]) yield { message: `${token} is retired: ${fate}`, span: userAgents[0].span };
    }
  },
};
