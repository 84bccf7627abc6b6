/** Collects crawlers that records name but the registry does not know. Each is reported once, at the end of the run. */
import {
  type AgentIndex,
  describeCrawler,
  type ResolvedCrawler,
  unknownNames,
} from 'robots-exclusion/agents';
import { BadRecord } from '../read/bad-record.ts';

/** Limit on stored names. Further names are not counted. */
export const MOST_UNKNOWN = 1_000;

export interface UnknownCrawlers {
  /** @throws {BadRecord} With `--strict-agents`, if the crawler is not known. */
  see(crawler: ResolvedCrawler): void;
  /** Returns the notes about crawlers that were collected since the last call. */
  take(): readonly string[];
}

/** @param isStrict Whether to reject unknown crawlers. */
export function unknownCrawlers(isStrict: boolean, registry: AgentIndex | undefined): UnknownCrawlers {
  const seen = new Set<string>();
  let taken: string[] = [];
  return {
    see(crawler) {
      // An empty literal token has no name to look up.
      if (crawler.known !== undefined || crawler.tokens.every((token) => token === '')) return;
      if (!isStrict && seen.size >= MOST_UNKNOWN) return;
      if (unknownNames(crawler, registry).length === 0) return;
      const { note = '' } = describeCrawler(undefined, crawler, registry);
      if (isStrict) throw new BadRecord('unknown-agent', `Refused by --strict-agents: ${note}`);
      if (seen.has(note)) return;
      seen.add(note);
      taken.push(note);
    },
    take() {
      const notes = taken;
      taken = [];
      return notes;
    },
  };
}
