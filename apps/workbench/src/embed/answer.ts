/** Computes the answer of `<robots-ask>` for one file, one crawler and one target, without the rest of the page. */
import { verdictReason } from '@robots-exclusion/operations/reason';
import { compile, explain, type RobotsDocument, type Verdict } from 'robots-exclusion';
import {
  type CrawlerNote,
  crawlerNote,
  findAgent,
  hasTokens,
  type ResolvedCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { type Sentence, sentenceOf } from '../ask/answer-text.ts';

/** The answer from the file. */
export interface Judged {
  readonly verdict: Verdict;
  readonly sentence: Sentence;
  /** The registry's effect on the answer. */
  readonly crawler?: CrawlerNote;
}

/** The answer, or the problem with the question. */
export type Answer = Judged | { readonly problem: string };

/**
 * @param crawler A product token, several product tokens separated by commas, or a User-Agent header. An empty text
 * stands for any other crawler.
 * @param target A URL or a path.
 */
export function answer(document: RobotsDocument, crawler: string, target: string): Answer {
  const resolved = resolveCrawler(crawler.trim() || '*');
  if (!hasTokens(resolved)) {
    return { problem: 'This does not name a crawler. Type a product token such as GPTBot' };
  }
  try {
    const verdict = explain(compile(document, resolved.who), target);
    const [allowed, reason] = [verdict.allowed, verdictReason(verdict)];
    const note = crawlerNote(document, resolved);
    const sentence = sentenceOf({ allowed, reason }, namesOf(resolved), target);
    return { verdict, sentence, ...(note && { crawler: note }) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** The crawler's name for the sentence, and whether it fetches or only governs use. */
function namesOf({ tokens, known }: ResolvedCrawler): { title: string; fetches: boolean } {
  const title = known?.token ?? (tokens[0] === '*' ? 'Any other crawler' : tokens.join(', '));
  return { title, fetches: known === undefined || findAgent(known.token)?.fetches !== false };
}
