/** Serializes answers to JSON in the thread that computes them, so that the main thread only copies them. */
import { printableJson } from 'robots-exclusion/print';
import { answerWriter } from './answer-writer.ts';
import { OperationError } from './errors.ts';
import type { Operation } from './operation.ts';
import { type OfflineName, offline } from './table.ts';

/** The name of an operation and its prepared input, as plain data. */
export interface TextAsked {
  readonly name: OfflineName;
  readonly asked: unknown;
  /** Limit on the characters of all answers together. */
  readonly maxAnswerBytes: number;
}

export function operationNamed(name: OfflineName): Operation<unknown, unknown, object> {
  return offline[name] as unknown as Operation<unknown, unknown, object>;
}

/**
 * The answers as JSON text: one text per URL, with commas between the answers for several crawlers. An operation
 * without `byUrl` has one text per answer. What the operation needs must have been loaded.
 *
 * @throws {OperationError} If the answers exceed the limit.
 */
export function answerTexts({ name, asked, maxAnswerBytes }: TextAsked): string[] {
  const operation = operationNamed(name);
  const textOf = answerWriter();
  const texts: string[] = [];
  let characters = 0;
  for (const answers of operation.byUrl?.(asked) ?? operation.run(asked)) {
    const text = Array.isArray(answers) ? answers.map(textOf).join(',') : textOf(answers, 0);
    characters += text.length;
    if (characters > maxAnswerBytes) throw new OperationError('answer-too-large');
    texts.push(text);
  }
  return texts;
}

/** The JSON output of an operation with these texts: either one object or `{"results": […]}`. */
export function outputOf(name: OfflineName, asked: unknown, texts: readonly string[]): string {
  const { shape, note } = operationNamed(name);
  if (shape === 'one') return texts[0] ?? '';
  const said = note?.(asked);
  return `{"results":[${texts.join(',')}]${said === undefined ? '' : `,"note":${printableJson(said)}`}}`;
}
