/** Compares two versions of a file: finds the URLs and crawlers whose verdict changes. */
import { type DiffAnswer, type DiffInput, diff, diffSteps } from '@robots-exclusion/operations/diff';
import type { DiffProgress } from 'robots-exclusion/diff';
import { pageLimits } from '../../engine/asks.ts';
import type { Crawler } from '../../engine/crawler.ts';
import { prepared } from '../../engine/drafts.ts';
import { paced, SLICE_MS } from '../../engine/jobs/job.ts';
import type { DraftQuestion, PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    compare: { question: DiffInput; part: DiffProgress; answer: DiffAnswer };
    'compare.listed': { question: CompareQuestion; part: CompareProgress; answer: Comparison };
    /**
     * Compares the draft with the live file. A separate job, because a new job replaces a running one of the same name.
     */
    'compare.live': { question: CompareQuestion; part: CompareProgress; answer: Comparison };
  }
}

export interface CompareQuestion extends DraftQuestion {
  readonly before: string;
  readonly crawlers: readonly Crawler[];
  readonly urls: readonly string[];
}

export interface CompareProgress {
  /** Number of URLs compared so far. */
  readonly done: number;
}

/** A URL whose verdict changes in the same way for all crawlers in `tokens`. */
export interface UrlChange {
  readonly url: string;
  /** The new verdict. */
  readonly isAllowed: boolean;
  readonly tokens: readonly string[];
}

/** Counts for one crawler, over all listed URLs. */
export interface CrawlerCount {
  readonly token: string;
  readonly opened: number;
  readonly closed: number;
}

export interface Comparison {
  /** The first {@link MAX_ROWS} changes. Changes that affect the most crawlers come first. */
  readonly changes: readonly UrlChange[];
  /** Number of all changes. */
  readonly rows: number;
  readonly crawlers: readonly CrawlerCount[];
  /** Number of changed verdicts. */
  readonly count: number;
  /** Number of verdicts that change from disallowed to allowed. */
  readonly opened: number;
  readonly compared: number;
}

/** Limit on the listed changes. All changes are counted. */
export const MAX_ROWS = 500;

export function* compare({
  before,
  draft,
  crawlers,
  urls,
}: CompareQuestion): Generator<CompareProgress, Comparison> {
  const [old, now] = [prepared(before), prepared(draft)];
  const sides = crawlers.map((crawler) => ({
    token: crawler.token,
    was: old.rulesFor(crawler),
    is: now.rulesFor(crawler),
    opened: 0,
    closed: 0,
  }));
  const changes: UrlChange[] = [];
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const [at, url] of urls.entries()) {
    const tokens = { opened: [] as string[], closed: [] as string[] };
    for (const side of sides) {
      const way = wayOf(side, url);
      if (way === undefined) continue;
      side[way]++;
      tokens[way].push(side.token);
    }
    if (tokens.opened.length > 0) changes.push({ url, isAllowed: true, tokens: tokens.opened });
    if (tokens.closed.length > 0) changes.push({ url, isAllowed: false, tokens: tokens.closed });
    if (performance.now() < sliceEndsAt) continue;
    yield { done: at + 1 };
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  return summed(changes, sides, urls.length);
}

function summed(changes: UrlChange[], sides: readonly CrawlerCount[], urlCount: number): Comparison {
  const sum = (name: 'opened' | 'closed'): number => sides.reduce((total, side) => total + side[name], 0);
  changes.sort((a, b) => b.tokens.length - a.tokens.length);
  return {
    changes: changes.slice(0, MAX_ROWS),
    rows: changes.length,
    crawlers: sides.map(({ token, opened, closed }) => ({ token, opened, closed })),
    count: sum('opened') + sum('closed'),
    opened: sum('opened'),
    compared: sides.length * urlCount,
  };
}

interface Side {
  readonly was: { allows(url: string): boolean };
  readonly is: { allows(url: string): boolean };
}

function wayOf({ was, is }: Side, url: string): 'opened' | 'closed' | undefined {
  try {
    const isAllowed = is.allows(url);
    if (was.allows(url) === isAllowed) return undefined;
    return isAllowed ? 'opened' : 'closed';
  } catch {
    return undefined;
  }
}

/** Runs the operation in steps to show progress. */
async function changes(input: DiffInput): Promise<Generator<DiffProgress, DiffAnswer>> {
  const asked = diff.asked(input, { limits: pageLimits });
  await diff.load?.(asked);
  return paced(diffSteps(asked));
}

export const jobs: PanelJobs<'compare' | 'compare.listed' | 'compare.live'> = {
  compare: changes,
  'compare.listed': compare,
  'compare.live': compare,
};
