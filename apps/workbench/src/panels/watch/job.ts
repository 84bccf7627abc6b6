/** Finds the verdicts that change between successive versions of a file. */
import { agents } from 'robots-exclusion/agents';
import { type ChangedRegion, type DiffReport, diffInSteps } from 'robots-exclusion/diff';
import { paced } from '../../engine/jobs/job.ts';
import type { PanelJobs } from '../../engine/protocol.ts';

declare module '../../engine/protocol.ts' {
  interface Jobs {
    watch: { question: WatchQuestion; part: VersionChange; answer: null };
  }
}

export interface WatchQuestion {
  /** Versions, oldest first. */
  readonly texts: readonly string[];
}

export interface VersionChange {
  /** Index of the version: 1 or more, because the first version (0) has no predecessor. */
  readonly at: number;
  readonly changesVerdicts: boolean;
  readonly isComplete: boolean;
  /** Crawlers that may fetch more than before; `*` stands for all crawlers that no version names. */
  readonly opened: readonly CrawlerChange[];
  /** Crawlers that may fetch less than before. */
  readonly closed: readonly CrawlerChange[];
}

/** Crawlers with the same change, and patterns that describe it. */
export interface CrawlerChange {
  readonly crawlers: readonly string[];
  readonly patterns: readonly string[];
}

/** Limit on the automaton states per pair of versions. It takes about a second to reach. */
const BUDGET = 100_000;
const MAX_PATTERNS = 5;

/** Yields one part for each version except the oldest. Starts with the newest version, because it is viewed most. */
export function* watch({ texts }: WatchQuestion): Generator<VersionChange | undefined, null> {
  for (let at = texts.length - 1; at > 0; at--) {
    const steps = paced(
      diffInSteps(texts[at - 1] as string, texts[at] as string, { budget: BUDGET, known: agents }),
    );
    let step = steps.next();
    while (!step.done) {
      yield undefined;
      step = steps.next();
    }
    yield changeOf(at, step.value);
  }
  return null;
}

function changeOf(at: number, { crawlers, changesVerdicts, isComplete }: DiffReport): VersionChange {
  const towards = (direction: ChangedRegion['direction']): CrawlerChange[] =>
    crawlers.flatMap((one) => {
      const regions = one.regions.filter((region) => region.direction === direction);
      const patterns = regions.map(({ matching, witness }) => matching.join(' and ') || witness);
      if (patterns.length === 0) return [];
      const more = patterns.length - MAX_PATTERNS;
      const shown = patterns.slice(0, MAX_PATTERNS);
      return [{ crawlers: one.crawlers, patterns: more > 0 ? [...shown, `${more} more`] : shown }];
    });
  return { at, changesVerdicts, isComplete, opened: towards('opened'), closed: towards('closed') };
}

export const jobs: PanelJobs<'watch'> = { watch };
