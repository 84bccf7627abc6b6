/** Evaluates one target with one crawler's rules. */
import { explain, judge, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import {
  type AgentIndex,
  type CrawlerDescription,
  type CrawlerNote,
  crawlerNote,
  describeCrawler,
  type ResolvedCrawler,
} from 'robots-exclusion/agents';
import type { usagePreferences } from 'robots-exclusion/usage';
import { BadRecord } from '../read/bad-record.ts';
import type { Answered } from './answers.ts';

export type NoteOfCrawler = CrawlerNote | CrawlerDescription | undefined;

export interface RulesOfFile {
  readonly document: RobotsDocument;
  readonly ruleSet: RuleSet;
  readonly who: ResolvedCrawler['who'];
  readonly note: NoteOfCrawler;
}

export interface PartsOfAnswer {
  readonly explain: boolean;
  /** Undefined if the run does not request usage preferences. */
  readonly usagePreferences?: typeof usagePreferences;
}

/** @throws {BadRecord} If there is no verdict. */
export function answerOf(rules: RulesOfFile, url: string, parts: PartsOfAnswer): Answered {
  const { document, ruleSet, who, note } = rules;
  const answer = aboutUrl(() => judge(ruleSet, url));
  const { allowed, because, rule } = answer;
  if (because === 'unreadable') throw new BadRecord('dialect-fails', answer.note ?? 'No answer');
  return {
    allowed,
    because,
    isTruncated: document.isTruncated,
    ...(rule && { rule }),
    ...(note && { crawler: note }),
    ...(parts.explain && { verdict: explain(ruleSet, url) }),
    ...(parts.usagePreferences && { usage: parts.usagePreferences(document, who, url) }),
  };
}

/** With `--explain`, every crawler is described; otherwise only crawlers for which the registry adds a note. */
export function noteOf(
  document: RobotsDocument,
  crawler: ResolvedCrawler,
  { explain: isExplained }: PartsOfAnswer,
  registry: AgentIndex | undefined,
): NoteOfCrawler {
  return isExplained ? describeCrawler(document, crawler, registry) : crawlerNote(document, crawler);
}

/** Reports a `TypeError` as an error in the URL, because all other input has already been validated. */
export function aboutUrl<Answer>(ask: () => Answer): Answer {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TypeError) throw new BadRecord('invalid-url', error.message);
    throw error;
  }
}
