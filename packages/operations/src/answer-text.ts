/** Serializes answers to JSON in the thread that computes them, so that the main thread only copies them. */
import { printableJson } from 'robots-exclusion/print';
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

/**
 * Serializes answers with the same result as `JSON.stringify`. Many URLs in one query often have the same decision,
 * based on the same rule. For such answers, the JSON text that follows the URL is created only once.
 */

type Answer = { readonly url?: string };

interface Written {
  readonly answer: Answer;
  /** The JSON text after the URL. */
  readonly rest: string;
}

/**
 * Returns a function that returns the JSON text of an answer. Its parameter `crawler` is the index of the answer among
 * the answers for one URL.
 */
export function answerWriter(): (answer: Answer, crawler: number) => string {
  const earlier: Written[] = [];
  return (answer, crawler) => {
    const start = `{"url":${JSON.stringify(answer.url)}`;
    const before = earlier[crawler];
    if (before && isAlike(answer, before.answer, ANSWER)) return start + before.rest;
    const text = JSON.stringify(answer);
    if (text.startsWith(start)) earlier[crawler] = { answer, rest: text.slice(start.length) };
    return text;
  };
}

/** The number of object levels whose members are compared: the answer, its verdict and its list of candidates. */
const ANSWER = 3;

/**
 * Whether two values have the same JSON text, apart from the URL of an answer. Objects at deeper levels must be the
 * same object.
 */
function isAlike(one: unknown, other: unknown, level: number): boolean {
  if (one === other) return true;
  if (level === 0 || !isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  const others = Object.keys(other);
  if (names.length !== others.length) return false;
  return names.every((name, at) => {
    if (name !== others[at]) return false;
    return (level === ANSWER && name === 'url') || isAlike(one[name], other[name], level - 1);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
