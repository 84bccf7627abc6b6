/** Compares two versions of a file: finds the URLs and crawlers whose verdict changes. */
import { type DiffAnswer, type DiffInput, diff, diffSteps } from '@robots-exclusion/operations/diff';
import type { RuleSet } from 'robots-exclusion';
import type { DiffProgress } from 'robots-exclusion/diff';
import { pageLimits } from '../../engine/asks.ts';
import type { Crawler } from '../../engine/crawler.ts';
import { prepared } from '../../engine/drafts.ts';
import { paced, SLICE_MS } from '../../engine/jobs/job.ts';
import { isElsewhere } from '../../engine/origin.ts';
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
  /** The origin that both files are for; empty if unknown. */
  readonly origin: string;
}

export interface CompareProgress {
  readonly done: number;
}

/** A URL whose verdict changes in the same way for all crawlers in `tokens`. */
export interface UrlChange {
  readonly url: string;
  readonly isAllowed: boolean;
  readonly tokens: readonly string[];
}

export interface CrawlerCount {
  readonly token: string;
  readonly opened: number;
  readonly closed: number;
}

export interface Comparison {
  /** The first {@link MAX_ROWS} changes. Changes that affect the most crawlers come first. */
  readonly changes: readonly UrlChange[];
  readonly rows: number;
  readonly crawlers: readonly CrawlerCount[];
  readonly count: number;
  /** Number of verdicts that change from disallowed to allowed. */
  readonly opened: number;
  /** Number of verdicts. URLs of other sites and texts that are not URLs have none. */
  readonly compared: number;
  /** Number of URLs of other sites, to which neither file applies. */
  readonly elsewhere: number;
}

/** Limit on the listed changes. All changes are counted. */
export const MAX_ROWS = 500;

export function* compare({
  before,
  draft,
  crawlers,
  urls,
  origin,
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
  let judged = 0;
  let elsewhere = 0;
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const [at, url] of urls.entries()) {
    const isOther = isElsewhere(url, origin);
    if (isOther) elsewhere++;
    const tokens = isOther ? undefined : changedTokens(sides, url);
    if (tokens === undefined) continue;
    judged++;
    if (tokens.opened.length > 0) changes.push({ url, isAllowed: true, tokens: tokens.opened });
    if (tokens.closed.length > 0) changes.push({ url, isAllowed: false, tokens: tokens.closed });
    if (performance.now() < sliceEndsAt) continue;
    yield { done: at + 1 };
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  return { ...summed(changes, sides, judged), elsewhere };
}

/** The crawlers whose verdict changes, which are also counted; undefined if the text is not a URL. */
function changedTokens(
  sides: readonly CountedSide[],
  url: string,
): { opened: string[]; closed: string[] } | undefined {
  const tokens = { opened: [] as string[], closed: [] as string[] };
  try {
    for (const side of sides) {
      const isAllowed = side.is.allows(url);
      if (side.was.allows(url) === isAllowed) continue;
      const way = isAllowed ? 'opened' : 'closed';
      side[way]++;
      tokens[way].push(side.token);
    }
  } catch {
    return undefined;
  }
  return tokens;
}

function summed(
  changes: UrlChange[],
  sides: readonly CrawlerCount[],
  urlCount: number,
): Omit<Comparison, 'elsewhere'> {
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

interface CountedSide {
  readonly token: string;
  readonly was: RuleSet;
  readonly is: RuleSet;
  opened: number;
  closed: number;
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
