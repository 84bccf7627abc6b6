/**
 * A curated, dated registry of crawlers: how robots.txt addresses each, how it claims to read the file, and what for.
 *
 * @example
 * ```ts
 * import { agentsByPurpose, findAgent } from 'robots-exclusion/agents';
 *
 * findAgent('Googlebot-Image')?.fallbackTokens; // ['Googlebot']
 * findAgent('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)')?.starExtras; // ['crawl-delay']
 * agentsByPurpose('shopping')[0]?.token; // 'AmazonBuyForMe'
 * ```
 *
 * @module
 */
import type { AgentProfile, AgentPurpose } from './agent-profile.ts';
import { advertisingAndMonitoring } from './data/advertising-and-monitoring.ts';
import { aiLabs } from './data/ai-labs.ts';
import { archivesAndCorpora } from './data/archives-and-corpora.ts';
import { google } from './data/google.ts';
import { microsoft } from './data/microsoft.ts';
import { platforms } from './data/platforms.ts';
import { previewsAndFeeds } from './data/previews-and-feeds.ts';
import { researchSecurityTools } from './data/research-security-tools.ts';
import { searchEngines } from './data/search-engines.ts';
import { seo } from './data/seo.ts';
import { yandex } from './data/yandex.ts';
import { findIn, indexAgents, withPurpose } from './find-agent.ts';

export type { AgentDialectName, AgentObedience, AgentProfile, AgentPurpose } from './agent-profile.ts';

const index = indexAgents([
  ...google,
  ...microsoft,
  ...yandex,
  ...platforms,
  ...aiLabs,
  ...searchEngines,
  ...archivesAndCorpora,
  ...seo,
  ...previewsAndFeeds,
  ...advertisingAndMonitoring,
  ...researchSecurityTools,
]);

/** Every profile, sorted by token, ASCII case set aside. */
export const agents: readonly AgentProfile[] = index.agents;

/**
 * The crawler with that product token, ASCII case set aside, or the one that a full User-Agent header names: where
 * several patterns occur, the longest decides; a name after `like` is a comparison and does not count.
 *
 * A header proves nothing: anybody can send it.
 *
 * @throws {TypeError} If the argument is not a string.
 */
export function findAgent(tokenOrUserAgentHeader: string): AgentProfile | undefined {
  if (typeof tokenOrUserAgentHeader !== 'string') {
    throw new TypeError(
      `Cannot find a crawler by a value of type "${typeof tokenOrUserAgentHeader}": expected a product token or a User-Agent header`,
    );
  }
  return findIn(index, tokenOrUserAgentHeader);
}

/** Profiles with at least one of the purposes, sorted by token. None for none. */
export function agentsByPurpose(...purposes: readonly AgentPurpose[]): readonly AgentProfile[] {
  return withPurpose(agents, purposes);
}
