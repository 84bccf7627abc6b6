/**
 * Files that were read already, by their own text or their digest: asking again about the same file is common. Each
 * thread has its own. A hit is compared with what was asked for, so that no text can pass for another's digest.
 */
import { keptDelay } from '@robots-exclusion/client/next-step';
import { LRUCache } from 'lru-cache';
import { compile, explainer, parse, type RobotsDocument, type Verdict } from 'robots-exclusion';
import { type CrawlerNote, crawlerNote, type ResolvedCrawler } from 'robots-exclusion/agents';
import { crawlDelay, unreadRecords } from 'robots-exclusion/records';
import { crawlerKey } from './crawlers.ts';
import { dialectNamed } from './dialects.ts';
import type { RobotsBody } from './questions.ts';

/** A file with what it says to the crawlers that were asked about. */
export interface ReadFile {
  readonly document: RobotsDocument;
  /** Names of records that the dialect does not read, in lower case. */
  readonly unreadRecords: readonly string[];
  forCrawler(crawler: ResolvedCrawler): ReadRules;
}

/** What a file says to one crawler. */
export interface ReadRules {
  verdictOn(target: string): Verdict;
  /** Members about the Crawl-delay, each after a comma. */
  readonly delayText: string;
  /** What of its answers rests on the registry. */
  readonly note: CrawlerNote | undefined;
}

interface KeptFile extends ReadFile {
  key: string;
  isDigest: boolean;
  dialect: string;
  maxBytes: number;
}

/** Of text, line tables and rules together, as estimated from a file's octets. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const BYTES_PER_OCTET = 16;
const ENTRY_BYTES = 2048;
/** Crawlers kept for one file. */
const MAX_CRAWLERS = 8;

const kept = new LRUCache<string, KeptFile>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: ({ document }) => ENTRY_BYTES + document.octets.length * BYTES_PER_OCTET,
});

/** The file, read in that dialect. */
export function readFile(robots: RobotsBody, dialect: string): ReadFile {
  const { body, maxBytes, digest } = robots;
  const key = typeof body === 'string' ? body : digest;
  if (key === undefined) return fileOf(robots, dialect);
  const isDigest = typeof body !== 'string';
  const found = kept.get(key);
  if (found?.isDigest === isDigest && found.dialect === dialect && found.maxBytes === maxBytes) return found;
  const file: KeptFile = { ...fileOf(robots, dialect), key, isDigest, dialect, maxBytes };
  kept.set(key, file);
  return file;
}

function fileOf({ body, maxBytes }: RobotsBody, dialect: string): ReadFile {
  const document = parse(body, { maxBytes, dialect: dialectNamed(dialect) });
  const crawlers = new Map<string, ReadRules>();
  return {
    document,
    unreadRecords: [...new Set(unreadRecords(document).map(({ name }) => name.toLowerCase()))],
    forCrawler(crawler) {
      const { who } = crawler;
      const key = crawlerKey(crawler);
      const found = crawlers.get(key);
      if (found) return found;
      const verdictOn = explainer(compile(document, who));
      const delay = Object.entries(keptDelay(crawlDelay(document, who)?.statedSeconds));
      const delayText = delay.map(([name, seconds]) => `,"${name}":${JSON.stringify(seconds)}`).join('');
      const rules = { verdictOn, delayText, note: crawlerNote(document, crawler) };
      if (crawlers.size >= MAX_CRAWLERS) crawlers.clear();
      crawlers.set(key, rules);
      return rules;
    },
  };
}
