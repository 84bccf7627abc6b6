/** `readings`: shows how each real parser reads a robots.txt. */
import { parse } from 'robots-exclusion';
import { describeCrawler, type ResolvedCrawler } from 'robots-exclusion/agents';
import type { Interpretation } from 'robots-exclusion/interpret';
import { withoutUserInformation } from 'robots-exclusion/print';
import type { Failure } from '../errors.ts';
import { DEFAULT_CANDIDATES } from '../limits.ts';
import type { Operation } from '../operation.ts';
import { crawlersOf } from '../shared/crawlers.ts';
import { failureOf } from '../shared/failures.ts';
import { lazily } from '../shared/lazily.ts';
import { loadDialects } from '../shared/reading.ts';
import { EXAMPLE_ROBOTS, type RobotsBody, robotsBody } from '../shared/robots-body.ts';
import { hostsNote } from '../shared/several-hosts.ts';
import { shortened } from '../shared/verdict.ts';
import type { ReadingAnswer, ReadingsAnswer, ReadingsInput } from './schema.ts';
import { readingsWords } from './words.ts';

/** The prepared input, which any thread can answer. */
export interface ReadingsAsked {
  readonly robots: RobotsBody;
  readonly urls: readonly string[];
  readonly crawlers: readonly ResolvedCrawler[];
  readonly dialects?: readonly string[] | undefined;
  readonly maxCandidates: number;
}

const interpreter = lazily('The interpreter', () => import('robots-exclusion/interpret'));
const dialects = lazily('The dialects', () => import('robots-exclusion/dialects'));

/** Reads the file in each dialect, for each URL and each crawler. */
export const readings: Operation<ReadingsInput, ReadingsAsked, ReadingsAnswer | Failure> = {
  name: 'readings',
  title: 'How would each real parser read this robots.txt?',
  about: 'The verdict of every dialect, and the reason if it differs from RFC 9309’s verdict.',
  shape: 'each',
  example: { robots: EXAMPLE_ROBOTS, urls: ['/private/x'], agents: ['FooBot'] },
  asked({ urls, agents, dialects: names, maxCandidates = DEFAULT_CANDIDATES, ...given }, call) {
    const { registry, limits } = call;
    return {
      robots: robotsBody(given, limits.maxRobotsBytes),
      urls,
      // Dialects accept only product tokens, and this operation always uses dialects.
      crawlers: crawlersOf({ agents, literal: true }, registry, limits.maxCrawlers),
      ...(names && { dialects: names }),
      maxCandidates,
    };
  },
  // Each dialect behaves like the original parser, whose cost is unbounded.
  cost: () => Number.POSITIVE_INFINITY,
  async load() {
    await Promise.all([interpreter.load(), dialects.load(), loadDialects()]);
  },
  run: readingsOf,
  note: ({ urls }) => hostsNote(urls),
  words: readingsWords,
};

function* readingsOf(asked: ReadingsAsked): Generator<ReadingsAnswer | Failure> {
  const readIn = readingSteps(asked);
  for (const url of asked.urls) {
    for (const crawler of asked.crawlers) {
      const steps = readIn(url, crawler);
      let step = steps.next();
      while (!step.done) step = steps.next();
      yield step.value;
      if ('error' in step.value) break;
    }
  }
}

/** Yields each reading as soon as it is known, then returns the whole answer. */
export type ReadingSteps = (
  url: string,
  crawler: ResolvedCrawler,
) => Generator<ReadingAnswer, ReadingsAnswer | Failure>;

/** Returns a function that reads a file for one URL and one crawler, dialect by dialect. Load the operation first. */
export function readingSteps(asked: Omit<ReadingsAsked, 'urls' | 'crawlers'>): ReadingSteps {
  const { interpretationsInSteps } = interpreter.loaded();
  const { findDialect, dialects: all } = dialects.loaded();
  const { body, maxBytes } = asked.robots;
  const document = parse(body, { maxBytes });
  const wanted = asked.dialects?.flatMap((name) => findDialect(name) ?? []) ?? all;
  const cut = document.isTruncated ? ({ isTruncated: true } as const) : {};
  return function* (url, crawler) {
    const found: ReadingAnswer[] = [];
    try {
      for (const one of interpretationsInSteps(document, crawler.tokens, url, {
        dialects: wanted,
        maxBytes,
      })) {
        const reading = readingOf(one, asked.maxCandidates);
        found.push(reading);
        yield reading;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return failureOf(url, 'invalid-url', { message: error.message });
    }
    const described = describeCrawler(document, crawler);
    return { url: withoutUserInformation(url), crawler: described, ...cut, readings: found };
  };
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
