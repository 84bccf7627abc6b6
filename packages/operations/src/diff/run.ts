/** `diff`: compares what two versions of a robots.txt mean for crawlers. */
import { type Crawler, type CrawlerProfile, parse } from 'robots-exclusion';
import { agents as knownAgents } from 'robots-exclusion/agents';
import type { DiffProgress, DiffReport } from 'robots-exclusion/diff';
import { withoutSecrets } from 'robots-exclusion/print';
import type { Operation } from '../operation.ts';
import { crawlersOf, type UnknownCrawlers, unknownAmong } from '../shared/crawlers.ts';
import { lazily } from '../shared/lazily.ts';
import { EXAMPLE_ROBOTS, type RobotsBody, robotsBody } from '../shared/robots-body.ts';
import { limited } from './limited.ts';
import type { DiffAnswer, DiffInput } from './schema.ts';
import { diffWords } from './words.ts';

/** The prepared input, which any thread can answer. */
export interface DiffAsked extends UnknownCrawlers {
  readonly before: RobotsBody;
  readonly after: RobotsBody;
  readonly crawlers: readonly Crawler[];
  readonly known: readonly CrawlerProfile[];
  readonly budget?: number;
  readonly maxRegions: number;
}

const differ = lazily('The comparison', () => import('robots-exclusion/diff'));

/** Compares the meaning of two files. */
export const diff: Operation<DiffInput, DiffAsked, DiffAnswer> = {
  name: 'diff',
  title: 'What changes for crawlers from one robots.txt to another?',
  about:
    'Lists the targets whose verdict changes, and no others, as regions with the smallest example of each region. Changes in formatting and order are ignored.',
  shape: 'one',
  example: { before: { robots: '' }, after: { robots: EXAMPLE_ROBOTS }, agents: ['FooBot'] },
  asked({ before, after, agents, literal, budget, maxRegions }, { registry, limits }) {
    const crawlers = crawlersOf({ agents: agents ?? [], literal }, registry, limits.maxCrawlers);
    return {
      before: robotsBody(before, limits.maxRobotsBytes),
      after: robotsBody(after, limits.maxRobotsBytes),
      crawlers: crawlers.map(({ who }) => who),
      known: literal ? [] : (registry?.agents ?? knownAgents).map(groupsOf),
      ...(budget !== undefined && { budget }),
      maxRegions: Math.min(maxRegions ?? limits.maxRegions, limits.maxRegions),
      ...unknownAmong(crawlers, registry),
    };
  },
  // The cost depends on the budget, not on the size of the input.
  cost: () => Number.POSITIVE_INFINITY,
  load: differ.load,
  *run(asked) {
    yield answered(asked, differ.loaded().diff(...comparedIn(asked)));
  },
  words: diffWords,
};

/**
 * Compares in steps and yields the progress of each step. `next('stop')` ends the comparison with the changes found so
 * far. Load the operation first.
 */
export function* diffSteps(asked: DiffAsked): Generator<DiffProgress, DiffAnswer, 'stop' | undefined> {
  return answered(asked, yield* differ.loaded().diffInSteps(...comparedIn(asked)));
}

/** The part of a profile that selects groups, because questions are sent to other threads. */
function groupsOf({ token, fallbackTokens, appliesStar }: CrawlerProfile): CrawlerProfile {
  return { token, fallbackTokens, appliesStar };
}

/** The parsed files and the options, in the form that the comparison accepts. */
function comparedIn({ before, after, crawlers, known, budget }: DiffAsked) {
  const read = ({ body, maxBytes }: RobotsBody) => parse(body, { maxBytes });
  return [read(before), read(after), { crawlers, known, ...(budget !== undefined && { budget }) }] as const;
}

function answered({ maxRegions, unknownCrawlers }: DiffAsked, report: DiffReport): DiffAnswer {
  return diffAnswer(report, maxRegions, unknownCrawlers && { unknownCrawlers });
}

/** Converts a report to an answer with at most `maxRegions` regions. */
export function diffAnswer(
  report: DiffReport,
  maxRegions: number,
  unknown: UnknownCrawlers = {},
): DiffAnswer {
  const { crawlers, regionsOmitted, crawlersOmitted } = limited(report, maxRegions);
  const { changesVerdicts, isComplete, severity, sitemaps } = report;
  return {
    changesVerdicts,
    isComplete,
    ...(severity && { severity }),
    crawlers: crawlers.map(named),
    ...(regionsOmitted > 0 && { regionsOmitted }),
    ...(crawlersOmitted > 0 && { crawlersOmitted }),
    unchangedCrawlers: report.unchangedCrawlers.map(shownName),
    groups: report.groups.map((group) => ({ ...group, crawler: shownName(group.crawler) })),
    usage: report.usage.map(named),
    sitemaps,
    crawlDelays: report.crawlDelays.map(named),
    isTruncated: report.isTruncated,
    ...unknown,
  };
}

function named<Part extends { readonly crawlers: readonly string[] }>(part: Part): Part {
  return { ...part, crawlers: part.crawlers.map(shownName) };
}

/** The name in a form that is safe to show, because callers may pass anything, even a URL with a password. */
function shownName(name: string): string {
  return withoutSecrets(name);
}
