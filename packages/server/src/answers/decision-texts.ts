/** Decisions as JSON text: written in the thread that makes them, and only copied on their way to the client. */
import { decider, type EvaluateAsked, loadFor } from '@robots-exclusion/operations/evaluate';
import { AnswerTooLargeError } from './too-large.ts';

/** What is asked, and how much may be said. */
export interface DecisionQuestion extends EvaluateAsked {
  /** Characters of all answers together. */
  readonly maxAnswerBytes: number;
}

/**
 * For each URL its answers, with commas between them.
 *
 * @throws {AnswerTooLargeError} If they grow over the limit.
 */
export async function decisionTexts(question: DecisionQuestion): Promise<string[]> {
  await loadFor(question);
  return decisionTextsAtOnce(question);
}

/** The same for questions that need nothing loaded. */
export function decisionTextsAtOnce({ urls, maxAnswerBytes, ...asked }: DecisionQuestion): string[] {
  const decide = decider(asked);
  let characters = 0;
  return urls.map((url) => {
    const text = decide(url).map(textOf).join(',');
    characters += text.length;
    if (characters > maxAnswerBytes) throw new AnswerTooLargeError('The answers are over the limit');
    return text;
  });
}

function textOf(answer: object): string {
  return JSON.stringify(answer);
}
