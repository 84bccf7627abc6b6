/** Answers about one target by the rules of one crawler. */
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

/** How answers describe the crawler. */
export type NoteOfCrawler = CrawlerNote | CrawlerDescription | undefined;

/** Rules, and the file that they come from. */
export interface RulesOfFile {
  readonly document: RobotsDocument;
  readonly ruleSet: RuleSet;
  readonly who: ResolvedCrawler['who'];
  readonly note: NoteOfCrawler;
}

/** The parts of answers besides the verdict. */
export interface PartsOfAnswer {
  readonly explain: boolean;
  /** Undefined if the run does not ask about use. */
  readonly usagePreferences?: typeof usagePreferences;
}

/** @throws {BadRecord} If there is no answer. */
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

/** With `--explain`, every crawler is described; otherwise only those about which the registry adds something. */
export function noteOf(
  document: RobotsDocument,
  crawler: ResolvedCrawler,
  { explain: isExplained }: PartsOfAnswer,
  registry: AgentIndex | undefined,
): NoteOfCrawler {
  return isExplained ? describeCrawler(document, crawler, registry) : crawlerNote(document, crawler);
}

/** Only the URL can still be invalid here. */
export function aboutUrl<Answer>(ask: () => Answer): Answer {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TypeError) throw new BadRecord('invalid-url', error.message);
    throw error;
  }
}
