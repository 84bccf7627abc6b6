/** Serializes decisions to JSON text in the thread that computes them, so that the main thread only copies them. */
import { decider, type EvaluateAsked, loadFor } from '@robots-exclusion/operations/evaluate';
import { answerWriter } from './answer-writer.ts';
import { AnswerTooLargeError } from './too-large.ts';

/** A query, and the limit on its answer. */
export interface DecisionQuestion {
  readonly asked: EvaluateAsked;
  /** Limit on the characters of all answers together. */
  readonly maxAnswerBytes: number;
}

/**
 * The answers for each URL as JSON text, separated by commas.
 *
 * @throws {AnswerTooLargeError} If the answers exceed the limit.
 */
export async function decisionTexts({ asked, maxAnswerBytes }: DecisionQuestion): Promise<string[]> {
  await loadFor(asked);
  return decisionTextsAtOnce(asked, maxAnswerBytes);
}

/** Like {@link decisionTexts}, for queries that need no further modules. */
export function decisionTextsAtOnce(asked: EvaluateAsked, maxAnswerBytes: number): string[] {
  const { urls } = asked;
  const decide = decider(asked);
  const textOf = urls.length === 1 ? jsonOf : answerWriter();
  let characters = 0;
  return urls.map((url) => {
    const text = decide(url).map(textOf).join(',');
    characters += text.length;
    if (characters > maxAnswerBytes) throw new AnswerTooLargeError('The answers exceed the limit');
    return text;
  });
}

function jsonOf(answer: object): string {
  return JSON.stringify(answer);
}
