/**
 * Caches files by their text or their digest, because repeated queries about a file are common. Each thread has its own
 * cache. Each entry records whether its key is a text or a digest, so that a text cannot be mistaken for the digest of
 * another file.
 */
import { type KeptDelay, keptDelay } from '@robots-exclusion/client/next-step';
import { LRUCache } from 'lru-cache';
import { compile, explainer, parse, type RobotsDocument, type Verdict } from 'robots-exclusion';
import { type CrawlerDescription, describeCrawler, type ResolvedCrawler } from 'robots-exclusion/agents';
import { crawlDelay, unreadRecords } from 'robots-exclusion/records';
import { type FileNotes, fileNotesOf } from './file-notes.ts';
import { dialectNamed } from './reading.ts';
import type { RobotsBody } from './robots-body.ts';

/** A parsed file that provides the rules for each crawler. */
export interface ReadFile {
  readonly document: RobotsDocument;
  /** The facts that every answer about this file contains. */
  readonly facts: FileFacts;
  /**
   * Returns the rules for one crawler. Callers with many URLs should keep them, because the file caches the rules of
   * only a few crawlers.
   */
  forCrawler(crawler: ResolvedCrawler): ReadRules;
}

/** Details of a file that every answer about it includes. */
export interface FileFacts extends FileNotes {
  /** The names of records that the dialect does not read, in lower case. */
  readonly unreadRecords?: readonly string[];
}

export interface ReadRules {
  readonly crawler: ResolvedCrawler;
  readonly answer: CrawlerDescription;
  readonly delay: KeptDelay;
  verdictOn(target: string): Verdict;
}

interface KeptFile extends ReadFile {
  key: string;
  isDigest: boolean;
  dialect: string;
  maxBytes: number;
}

/**
 * Limit on the estimated size of all cached text, line tables and rules. The estimate is computed from the sizes of the
 * files.
 */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** The estimated memory per octet of the file, for each cached crawler. */
const BYTES_PER_OCTET = 2;
const ENTRY_BYTES = 2048;
/** Limits on the crawlers cached per file. The rules of one crawler are at most as large as the file. */
const LEAST_CRAWLERS = 8;
const MOST_CRAWLERS = 50;
const MAX_OCTETS_OF_CRAWLERS = 65_536;

function crawlersKept({ octets }: RobotsDocument): number {
  const fitting = Math.floor(MAX_OCTETS_OF_CRAWLERS / (octets.length + 1));
  return Math.min(MOST_CRAWLERS, Math.max(LEAST_CRAWLERS, fitting));
}

const kept = new LRUCache<string, KeptFile>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: ({ document }) =>
    ENTRY_BYTES + document.octets.length * crawlersKept(document) * BYTES_PER_OCTET,
});

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
  const crawlers = new LRUCache<string, ReadRules>({ max: crawlersKept(document) });
  return {
    document,
    facts: factsOf(document),
    forCrawler(crawler) {
      const key = crawlerKey(crawler);
      const found = crawlers.get(key);
      if (found) return found;
      const rules = rulesFor(document, crawler);
      crawlers.set(key, rules);
      return rules;
    },
  };
}

function rulesFor(document: RobotsDocument, crawler: ResolvedCrawler): ReadRules {
  const { who } = crawler;
  return {
    crawler,
    answer: describeCrawler(document, crawler),
    delay: keptDelay(crawlDelay(document, who)?.statedSeconds),
    verdictOn: explainer(compile(document, who)),
  };
}

function factsOf(document: RobotsDocument): FileFacts {
  const unread = [...new Set(unreadRecords(document).map(({ name }) => name.toLowerCase()))];
  return {
    ...fileNotesOf(document),
    ...(unread.length > 0 && { unreadRecords: unread }),
  };
}

function crawlerKey(crawler: ResolvedCrawler): string {
  let key = keys.get(crawler);
  if (key === undefined) {
    key = JSON.stringify(crawler);
    keys.set(crawler, key);
  }
  return key;
}

const keys = new WeakMap<ResolvedCrawler, string>();
