/** The parts of Crawlee's `RobotsTxtFile` that its crawlers use, based on a record of the client. */

import type { RobotsRecord } from '@robots-exclusion/client';
import { parseUrl } from '@robots-exclusion/client/url';
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import { crawlDelay, sitemaps } from 'robots-exclusion/records';

/** The methods of a robots.txt that Crawlee calls. */
export interface RobotsTxtFileLike {
  /** Whether the URL is allowed. Always true for URLs of other origins, to which another robots.txt applies. */
  isAllowed(url: string, userAgent?: string): boolean;
  getSitemaps(options?: { enqueueStrategy?: string }): string[];
  /** The delay in seconds; undefined if the file states none. */
  getCrawlDelay(userAgent?: string): number | undefined;
}

export interface ReadingOptions {
  /** The product tokens to use if Crawlee passes its default, `*`. */
  productTokens: string | readonly string[];
  /** The result for URLs while robots.txt is unreachable. */
  whileUnreachable: boolean;
}

/** Converts a record to Crawlee's interface. */
export function robotsTxtFile(record: RobotsRecord, options: ReadingOptions): RobotsTxtFileLike {
  const { outcome, origin, robotsUrl } = record;
  const readDocument = once(() => parse(record.body ?? ''));
  const readRules = rulesByAgent(readDocument, options.productTokens);
  return {
    isAllowed(url, userAgent = '*') {
      if (!isOfOrigin(url, origin)) return true;
      if (record.body !== undefined) return readRules(userAgent).allows(url);
      return outcome === 'no-rules' || options.whileUnreachable;
    },
    getSitemaps: ({ enqueueStrategy = 'same-hostname' } = {}) => {
      const found = sitemaps(readDocument(), robotsUrl === undefined ? {} : { robotsUrl });
      return found.map(({ url }) => url).filter((url) => isNear(url, robotsUrl, enqueueStrategy));
    },
    getCrawlDelay: (userAgent = '*') =>
      crawlDelay(readDocument(), tokensFor(userAgent, options.productTokens))?.statedSeconds,
  };
}

function rulesByAgent(
  readDocument: () => RobotsDocument,
  productTokens: string | readonly string[],
): (userAgent: string) => RuleSet {
  const known = new Map<string, RuleSet>();
  return (userAgent) => {
    const found = known.get(userAgent) ?? compile(readDocument(), tokensFor(userAgent, productTokens));
    known.set(userAgent, found);
    return found;
  };
}

function tokensFor(userAgent: string, productTokens: string | readonly string[]): string | readonly string[] {
  return userAgent === '*' ? productTokens : userAgent;
}

function isOfOrigin(url: string, origin: string | undefined): boolean {
  return origin !== undefined && parseUrl(url)?.origin === new URL(origin).origin;
}

/**
 * Implements Crawlee's strategies. Unlike in Crawlee, `same-domain` requires the same host, because comparing domains
 * would need the public suffix list.
 */
function isNear(url: string, robotsUrl: string | undefined, strategy: string): boolean {
  const target = parseUrl(url);
  if (target === undefined || robotsUrl === undefined) return false;
  const { protocol, hostname, origin } = target;
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  const own = new URL(robotsUrl);
  if (strategy === 'all') return true;
  return strategy === 'same-origin' ? origin === own.origin : hostname === own.hostname;
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
