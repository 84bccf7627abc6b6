/** Product tokens of crawlers that their operators ended or replaced. */

const CLAUDE = ['claudebot', 'claude-user', 'claude-searchbot'];

/**
 * Tokens of retired crawlers, in lower case, each with what its operator says became of the crawler, and the tokens of
 * its successors.
 */
export const RETIRED: ReadonlyMap<string, readonly [fate: string, successors?: readonly string[]]> = new Map([
  ['anthropic-ai', ['Anthropic now uses ClaudeBot, Claude-User and Claude-SearchBot', CLAUDE]],
  ['claude-web', ['Anthropic now uses ClaudeBot, Claude-User and Claude-SearchBot', CLAUDE]],
  ['msnbot', ['Microsoft replaced it with bingbot in 2010', ['bingbot']]],
  ['msnbot-media', ['Microsoft replaced it with bingbot in 2010', ['bingbot']]],
  ['googlebot-mobile', ['Google’s smartphone crawler uses Googlebot', ['googlebot']]],
  ['neevabot', ['Neeva closed in June 2023']],
  ['teoma', ['Ask.com ended its own search in 2010']],
  ['gigabot', ['Gigablast was gone in April 2023']],
  ['scoutjet', ['Blekko closed in March 2015']],
  ['cuil', ['Cuil closed in September 2010']],
  ['twiceler', ['Cuil closed in September 2010']],
]);

/**
 * Whether no crawler uses the product token any more, so that a new file need not name it.
 *
 * @example
 * ```ts
 * import { isRetired } from 'robots-exclusion/agents';
 *
 * isRetired('anthropic-ai'); // true
 * ```
 */
export function isRetired(token: string): boolean {
  return RETIRED.has(token.toLowerCase());
}
