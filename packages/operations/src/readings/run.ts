/** `readings`: how each real parser reads a robots.txt. */
import { parse } from 'robots-exclusion';
import { type CrawlerDescription, describeCrawler, type ResolvedCrawler } from 'robots-exclusion/agents';
import type { Interpretation } from 'robots-exclusion/interpret';
import { withoutSecrets } from 'robots-exclusion/print';
import type { Failure } from '../errors.ts';
import { DEFAULT_CANDIDATES } from '../limits.ts';
import type { Operation } from '../operation.ts';
import { type Agent, crawlersOf } from '../shared/crawlers.ts';
import type { FileEvidence } from '../shared/evidence.ts';
import { failureOf } from '../shared/failures.ts';
import { lazily } from '../shared/lazily.ts';
import { loadDialects } from '../shared/reading.ts';
import { type GivenRobots, type RobotsBody, robotsBody } from '../shared/robots-body.ts';
import { hostsNote } from '../shared/several-hosts.ts';
import { shortened, type VerdictAnswer } from '../shared/verdict.ts';
import { readingsWords } from './words.ts';

/** What is asked. */
export interface ReadingsInput extends GivenRobots {
  readonly urls: readonly string[];
  readonly agents?: readonly Agent[] | undefined;
  /** Names. Default: all. */
  readonly dialects?: readonly string[] | undefined;
  readonly maxCandidates?: number | undefined;
}

/** The question, ready to be answered in any thread. */
export interface ReadingsAsked {
  readonly robots: RobotsBody;
  readonly urls: readonly string[];
  readonly crawlers: readonly ResolvedCrawler[];
  readonly dialects?: readonly string[] | undefined;
  readonly maxCandidates: number;
}

/** How one URL is read for one crawler. */
export interface ReadingsAnswer {
  readonly url: string;
  readonly crawler: CrawlerDescription;
  /** The file is longer than the limit: what follows its cut was not read (RFC 9309 §2.5). */
  readonly isTruncated?: true;
  /** In the order of the dialects. */
  readonly readings: readonly ReadingAnswer[];
  /** Where the file is from, as the door says it that read it. */
  readonly evidence?: FileEvidence;
}

/** The reading of one dialect. */
export interface ReadingAnswer {
  readonly dialect: string;
  /** An error where the original fails, and gives no answer. */
  readonly verdict: VerdictAnswer | { readonly error: string };
  /** Only where it answers differently from RFC 9309. */
  readonly differsBecause?: DifferenceAnswer;
}

/** Why an answer is not RFC 9309's. */
export interface DifferenceAnswer {
  /** The fewest facts of the dialect that give its answer. */
  readonly facts: readonly { readonly axis: string; readonly fact: string; readonly sentence: string }[];
  readonly line?: number;
  /** The same in plain English. */
  readonly sentence: string;
}

const interpreter = lazily('What reads in every dialect', () => import('robots-exclusion/interpret'));
const dialects = lazily('The dialects', () => import('robots-exclusion/dialects'));

/** Reads each URL for each crawler in each dialect. */
export const readings: Operation<ReadingsInput, ReadingsAsked, ReadingsAnswer | Failure> = {
  name: 'readings',
  title: 'How would each real parser read this robots.txt?',
  about: 'The verdict of every dialect, and why it differs from RFC 9309’s where it does.',
  shape: 'each',
  asked({ urls, agents, dialects: names, maxCandidates = DEFAULT_CANDIDATES, ...given }, call) {
    const { registry, limits } = call;
    return {
      robots: robotsBody(given, limits.maxRobotsBytes),
      urls,
      // Every dialect is named here, and dialects know tokens only.
      crawlers: crawlersOf({ agents, literal: true }, registry, limits.maxCrawlers),
      ...(names && { dialects: names }),
      maxCandidates,
    };
  },
  // Each dialect reads as its original does, with no bound of its cost.
  cost: () => Number.POSITIVE_INFINITY,
  async load() {
    await Promise.all([interpreter.load(), dialects.load(), loadDialects()]);
  },
  run: readingsOf,
  note: ({ urls }) => hostsNote(urls),
  words: readingsWords,
};

function* readingsOf(asked: ReadingsAsked): Generator<ReadingsAnswer | Failure> {
  const { interpretations } = interpreter.loaded();
  const { findDialect, dialects: all } = dialects.loaded();
  const { body, maxBytes } = asked.robots;
  const document = parse(body, { maxBytes });
  const wanted = asked.dialects?.flatMap((name) => findDialect(name) ?? []) ?? all;
  const cut = document.isTruncated ? ({ isTruncated: true } as const) : {};
  for (const url of asked.urls) {
    for (const crawler of asked.crawlers) {
      try {
        const found = interpretations(document, crawler.tokens, url, { dialects: wanted, maxBytes });
        yield {
          url: withoutSecrets(url, ''),
          crawler: describeCrawler(document, crawler),
          ...cut,
          readings: found.map((one) => readingOf(one, asked.maxCandidates)),
        };
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        yield failureOf(url, 'invalid-url', { message: error.message });
        break;
      }
    }
  }
}

function readingOf(
  { dialect, verdict, differsBecause }: Interpretation,
  maxCandidates: number,
): ReadingAnswer {
  return {
    dialect: dialect.name,
    verdict: 'error' in verdict ? verdict : shortened(verdict, maxCandidates),
    ...(differsBecause && { differsBecause }),
  };
}
