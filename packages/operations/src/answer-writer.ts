/**
 * Serializes answers with the same result as `JSON.stringify`. Many URLs in one query often have the same decision,
 * based on the same rule. For such answers, the JSON text that follows the URL is created only once.
 */

type Answer = { readonly url?: string };

/** The answer for an earlier URL. */
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
