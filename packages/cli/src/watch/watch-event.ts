/** Events of a watch, which are written to stdout, sent to a webhook, and listed in a feed. */
import { listText } from '@robots-exclusion/operations/words';
import type { ChangedRegion, DiffReport } from 'robots-exclusion/diff';

/** The problems that a check may find instead of a robots.txt. */
export type WatchTrouble = 'unreachable' | 'not-robots-txt';

/**
 * Kinds of events. `recovered` means that there is a robots.txt again: the previous version, or a new one that a
 * `changed` event reports.
 */
export const eventKinds = [
  'first',
  'changed',
  'alternating',
  'unreachable',
  'not-robots-txt',
  'recovered',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** An event in the history of a site's robots.txt. Times are in ISO 8601. */
export interface WatchEvent {
  event: EventKind;
  /** The identifier, which stays the same when the event is sent again. */
  id: string;
  origin: string;
  robotsUrl?: string;
  at: string;
  outcome: string;
  /**
   * For `unreachable`, the status or error of the last attempt; for `not-robots-txt`, a description of the response.
   */
  reason?: string;
  /**
   * The version's name; the next members are its SHA-256, size in octets, and file. Present for `first` and `changed`.
   */
  version?: string;
  digest?: string;
  octets?: number;
  file?: string;
  /** Header fields of the response that determine its lifetime. */
  headers?: Readonly<Record<string, string>>;
  /** What changes for crawlers; present for `changed`. */
  diff?: WatchDiff;
}

/** What changes for crawlers compared with the previous version. */
export interface WatchDiff {
  changesVerdicts: boolean;
  /** Whether all changed verdicts are reported. */
  isComplete: boolean;
  /** Crawlers that may fetch more than before; `*` stands for all crawlers that neither version names. */
  letIn: readonly CrawlerChange[];
  /** Crawlers that may fetch less than before. */
  shutOut: readonly CrawlerChange[];
}

/** Crawlers that follow the same rules, with patterns that describe the change for them. */
export interface CrawlerChange {
  crawlers: readonly string[];
  patterns: readonly string[];
  patternsOmitted?: number;
}

const MOST_PATTERNS = 10;

export function watchDiff({ changesVerdicts, isComplete, crawlers }: DiffReport): WatchDiff {
  const towards = (direction: ChangedRegion['direction']): CrawlerChange[] =>
    crawlers.flatMap((one) => {
      const regions = one.regions.filter((region) => region.direction === direction);
      const patterns = regions
        .slice(0, MOST_PATTERNS)
        .map(({ matching, witness }) => matching.join(' and ') || witness);
      const omitted = regions.length - patterns.length;
      const cut = omitted > 0 ? { patternsOmitted: omitted } : {};
      return patterns.length === 0 ? [] : [{ crawlers: one.crawlers, patterns, ...cut }];
    });
  return { changesVerdicts, isComplete, letIn: towards('opened'), shutOut: towards('closed') };
}

export function eventText({ event, origin, outcome, octets, diff, reason = '' }: WatchEvent): string {
  if (event === 'first') return `now watching ${origin} (${outcome}, ${octets} octets)`;
  if (event === 'alternating') return `${origin}: the site alternates between different responses`;
  if (event === 'unreachable') return `${origin}: robots.txt cannot be fetched (${outcome}, ${reason})`;
  if (event === 'not-robots-txt') return `${origin}: ${reason}`;
  if (event === 'recovered' && outcome === 'no-rules')
    return `${origin}: it is certain again that there is no robots.txt`;
  if (event === 'recovered') return `${origin}: robots.txt is available again (${outcome})`;
  if (!diff?.changesVerdicts) return `${origin}: changed, but no crawler gets a different verdict`;
  const reported = (word: string, changes: readonly CrawlerChange[]): string[] =>
    changes.map(
      ({ crawlers, patterns, patternsOmitted }) =>
        `${word} ${listText(crawlers)} ${listText(patterns, patternsOmitted)}`,
    );
  return `${origin}: ${[...reported('opened to', diff.letIn), ...reported('closed to', diff.shutOut)].join('; ')}`;
}
