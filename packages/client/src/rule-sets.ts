/**
 * Shares compiled rules within this process. The same body is parsed and compiled only once, regardless of its origin,
 * because many sites serve the default file of their CMS.
 */
import { LRUCache } from 'lru-cache';
import { type Crawler, compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import { crawlDelay } from 'robots-exclusion/records';
import type { GoodCopy } from './policy/origin-record.ts';

export interface CrawlerRules {
  ruleSet: RuleSet;
  /** Whether the file continues beyond the limit. */
  isTruncated: boolean;
  /** The Crawl-delay in the file, uncapped. */
  crawlDelaySeconds?: number;
}

interface ParsedCopy {
  document: RobotsDocument;
  byTokens: Map<string, CrawlerRules>;
}

/**
 * Limit on the memory of cached rules. Each octet of a body counts as several bytes: for the body itself, its line
 * table, and the rules with their index.
 */
const maxCacheBytes = 64 * 1024 * 1024;
const bytesPerOctet = 8;
const entryBytes = 2048;

/** Limit on the crawlers cached per body; a process with more crawlers recompiles occasionally. */
const maxCrawlersPerCopy = 32;

const parsedCopies = new LRUCache<string, ParsedCopy>({
  maxSize: maxCacheBytes,
  sizeCalculation: ({ document }) => entryBytes + document.octets.byteLength * bytesPerOctet,
});

/** The rules of a copy for one crawler, read from at most the first `maxBytes` octets. */
export function rulesOf(copy: GoodCopy, who: Crawler, maxBytes: number): CrawlerRules {
  const { document, byTokens } = parsed(copy, maxBytes);
  const key = JSON.stringify(who);
  const known = byTokens.get(key);
  if (known !== undefined) return known;
  const ruleSet = compile(document, who);
  const delay = crawlDelay(document, who);
  const rules = {
    ruleSet,
    isTruncated: document.isTruncated,
    ...(delay === undefined ? {} : { crawlDelaySeconds: delay.statedSeconds }),
  };
  if (byTokens.size >= maxCrawlersPerCopy) byTokens.clear();
  byTokens.set(key, rules);
  return rules;
}

function parsed(copy: GoodCopy, maxBytes: number): ParsedCopy {
  // A truncated copy has one extra octet, which shows the parser that the last line was cut.
  const readable = copy.isTruncated ? Math.min(maxBytes, copy.body.byteLength - 1) : maxBytes;
  const isWhole = !copy.isTruncated && copy.body.byteLength <= maxBytes;
  const key = isWhole ? copy.digest : `${copy.digest} ${readable}`;
  const known = parsedCopies.get(key);
  if (known !== undefined) return known;
  const fresh = { document: parse(copy.body, { maxBytes: Math.max(1, readable) }), byTokens: new Map() };
  parsedCopies.set(key, fresh);
  return fresh;
}
