/**
 * A curated, dated registry of crawlers. For each crawler, it records how robots.txt addresses it, how it claims to
 * read the file, and its purpose.
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

export { nearestWords } from '../bytes/nearest.ts';
export {
  type AgentDialectName,
  type AgentObedience,
  type AgentProfile,
  type AgentPurpose,
  type AgentVerification,
  agentDialects,
  agentPurposes,
  type IpRangesFormat,
} from './agent-profile.ts';
export { agents } from './agents.ts';
export { crawlerNames } from './crawler-names.ts';
export { type CrawlerDescription, describeCrawler } from './describe-crawler.ts';
export { type AgentsFeed, canonicalJson, FEED_KIND, type FeedTrust, isFeed, openFeed } from './feed.ts';
export type { AgentIndex } from './find-agent.ts';
export {
  agentsByPurpose,
  findAgent,
  findAgentIn,
  misspeltToken,
  nearestTokens,
  registryWith,
  resolveCrawler,
  unknownNames,
  withPurposeTokens,
} from './lookup.ts';
export { comparedTokens, type NamedTokens, namedTokens } from './named-tokens.ts';
export { namesPurpose } from './names-purpose.ts';
export {
  type CrawlerNote,
  crawlerNote,
  groupInForce,
  hasTokens,
  type KnownCrawler,
  type ResolvedCrawler,
  type ResolveOptions,
  type UnknownName,
} from './resolve-crawler.ts';
export { isRetired } from './retired.ts';
export { isDocumented, isStale, STALE_AFTER_DAYS } from './standing.ts';
