/**
 * Compiled rules, shared by everything in this process: the same body is parsed and compiled once, whatever origin it
 * came from. Many sites serve their CMS's default file.
 */
import { LRUCache } from 'lru-cache';
import {
  type Crawler,
  compile,
  explain,
  explainer,
  parse,
  type RobotsDocument,
  type RuleSet,
  type Verdict,
} from 'robots-exclusion';
import { crawlDelay } from 'robots-exclusion/records';
import type { GoodCopy } from './policy/origin-record.ts';

/** What a copy says to one crawler. */
export interface CrawlerRules {
  ruleSet: RuleSet;
  /** Octets of the body that they were read from. */
  bytes: number;
  /** The file goes on behind them. */
  isTruncated: boolean;
  /** As the file says, uncapped. */
  crawlDelaySeconds?: number;
}

interface ParsedCopy {
  document: RobotsDocument;
  byTokens: Map<string, CrawlerRules>;
}

/** Bodies, line tables and rules together; measured at three octets for each of the body on common files. */
const maxCacheBytes = 48 * 1024 * 1024;
const bytesPerOctet = 3;
const entryBytes = 2048;

/** Crawlers kept for one body; a process that speaks for more compiles anew now and then. */
const maxCrawlersPerCopy = 32;

const parsedCopies = new LRUCache<string, ParsedCopy>({
  maxSize: maxCacheBytes,
  sizeCalculation: ({ document }) => entryBytes + document.octets.byteLength * bytesPerOctet,
});

/** Explainers hold every pattern as it is compared, 24 octets for each of the body on common files. */
const maxExplainerBytes = 24 * 1024 * 1024;
const explainerBytesPerOctet = 24;

/** Making an explainer costs as much as so many single explanations. */
const explanationsPerExplainer = 6;

interface Explaining {
  asked: number;
  verdictOn?: (url: string) => Verdict;
}

/** By rules that were asked; those asked often have their explainer. */
const explaining = new LRUCache<CrawlerRules, Explaining>({
  maxSize: maxExplainerBytes,
  sizeCalculation: ({ verdictOn }, { bytes }) =>
    entryBytes + (verdictOn === undefined ? 0 : bytes * explainerBytesPerOctet),
});

/** What the rules say of a URL. Rules that are asked again and again answer faster. */
export function verdictOn(rules: CrawlerRules, url: string): Verdict {
  const known = explaining.get(rules) ?? { asked: 0 };
  if (known.verdictOn !== undefined) return known.verdictOn(url);
  known.asked += 1;
  const isWorthIt = known.asked > explanationsPerExplainer;
  explaining.set(rules, isWorthIt ? { ...known, verdictOn: explainer(rules.ruleSet) } : known);
  return explain(rules.ruleSet, url);
}

/** The rules of a copy for one crawler, reading at most `maxBytes` of it. */
export function rulesOf(copy: GoodCopy, who: Crawler, maxBytes: number): CrawlerRules {
  const { document, byTokens } = parsed(copy, maxBytes);
  const key = JSON.stringify(who);
  const known = byTokens.get(key);
  if (known !== undefined) return known;
  const ruleSet = compile(document, who);
  const delay = crawlDelay(document, who);
  const bytes = document.octets.byteLength;
  const rules = {
    ruleSet,
    bytes,
    isTruncated: document.isTruncated,
    ...(delay === undefined ? {} : { crawlDelaySeconds: delay.statedSeconds }),
  };
  if (byTokens.size >= maxCrawlersPerCopy) byTokens.clear();
  byTokens.set(key, rules);
  return rules;
}

function parsed(copy: GoodCopy, maxBytes: number): ParsedCopy {
  // A copy that was cut ends with an octet too many, so that the parser knows its last line was cut.
  const readable = copy.isTruncated ? Math.min(maxBytes, copy.body.byteLength - 1) : maxBytes;
  const isWhole = !copy.isTruncated && copy.body.byteLength <= maxBytes;
  const key = isWhole ? copy.digest : `${copy.digest} ${readable}`;
  const known = parsedCopies.get(key);
  if (known !== undefined) return known;
  const fresh = { document: parse(copy.body, { maxBytes: Math.max(1, readable) }), byTokens: new Map() };
  parsedCopies.set(key, fresh);
  return fresh;
}
