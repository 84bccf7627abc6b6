/** Serializes answers to JSON in the thread that computes them, so the main thread only copies them. */
import { printableJson } from 'robots-exclusion/print';
import { OperationError } from './errors.ts';
import type { Operation } from './operation.ts';
import { type OfflineName, offline } from './table.ts';

/** The name of an operation and its prepared input, as plain data. */
export interface TextAsked {
  readonly name: OfflineName;
  readonly asked: unknown;
  /** Limit on the characters of the answer. */
  readonly maxAnswerBytes: number;
}

/**
 * The answer as JSON, either one object or `{"results": […]}`.
 *
 * @throws {OperationError} If the answer exceeds the limit.
 */
export async function answerText({ name, asked, maxAnswerBytes }: TextAsked): Promise<string> {
  const operation = offline[name] as unknown as Operation<never, unknown, object>;
  await operation.load?.(asked);
  const texts: string[] = [];
  let characters = 0;
  for (const answer of operation.run(asked)) {
    const text = JSON.stringify(answer);
    characters += text.length;
    if (characters > maxAnswerBytes) throw new OperationError('answer-too-large');
    texts.push(text);
  }
  return operation.shape === 'one' ? (texts[0] ?? '') : resultsText(texts, operation.note?.(asked));
}

/** The JSON output of an operation with one result per URL. */
export function resultsText(results: readonly string[], note: string | undefined): string {
  return `{"results":[${results.join(',')}]${note === undefined ? '' : `,"note":${printableJson(note)}`}}`;
}
