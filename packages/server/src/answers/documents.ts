/**
 * Files that were read already, by their own text or their digest: asking again about the same file is common. Each
 * thread has its own. A hit is compared with what was asked for, so that no text can pass for another's digest.
 */
import { LRUCache } from 'lru-cache';
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import { dialectNamed } from './dialects.ts';
import type { RobotsBody } from './questions.ts';

/** A file with the rules of crawlers that were asked about. */
export interface ReadFile {
  readonly document: RobotsDocument;
  rulesOf(productTokens: readonly string[]): RuleSet;
}

interface KeptFile extends ReadFile {
  key: string;
  isDigest: boolean;
  dialect: string;
  maxBytes: number;
}

/** Of text, line tables and rules together; measured at four octets for each of the body on common files. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
const BYTES_PER_OCTET = 4;
const ENTRY_BYTES = 2048;
/** Crawlers kept for one file. */
const MAX_CRAWLERS = 32;

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
  const ruleSets = new Map<string, RuleSet>();
  return {
    document,
    rulesOf(productTokens) {
      const name = productTokens.join(' ');
      const found = ruleSets.get(name);
      if (found) return found;
      const ruleSet = compile(document, productTokens);
      if (ruleSets.size >= MAX_CRAWLERS) ruleSets.clear();
      ruleSets.set(name, ruleSet);
      return ruleSet;
    },
  };
}
