/**
 * Stores responses to `/robots.txt` by host. If there are too many, keeps only the responses before and after each
 * change.
 */
import { flat } from '../identity/crawler-of.ts';

/** A logged response to a request for robots.txt. */
export interface LoggedAnswer {
  /** Time of the response, in epoch milliseconds. */
  readonly time: number;
  /** Whether the status is 404 or 410. */
  readonly isMissing: boolean;
  readonly bytes: number;
  /** The ETag of the response, without the prefixes and suffixes that servers add for a content coding. */
  readonly tag: string | undefined;
  /** The User-Agent header of the request; empty if the log has none. */
  readonly userAgent: string;
}

/** Limit on hosts. A hostile log may name more. */
const MOST_HOSTS = 10_000;
/**
 * Limit on the responses kept. Above it, responses between two equal ones are dropped. If there are none to drop,
 * further responses are not recorded.
 */
const MOST_ANSWERS = 200_000;
/** Limit on distinct User-Agent headers. A hostile log may have more. */
const MOST_USER_AGENTS = 10_000;

export class AnswerBook {
  readonly #byHost = new Map<string, LoggedAnswer[]>();
  readonly #userAgents = new Map<string, string>();
  #count = 0;
  /** Whether responses were dropped because there were too many hosts or changes. */
  isFull = false;

  note(host: string | undefined, answer: LoggedAnswer): void {
    if (this.#count >= MOST_ANSWERS) this.#thin();
    let answers = this.#byHost.get(host ?? '');
    if (!answers && this.#byHost.size < MOST_HOSTS) {
      answers = [];
      this.#byHost.set(flat(host ?? ''), answers);
    }
    if (!answers || this.#count >= MOST_ANSWERS) {
      this.isFull = true;
      return;
    }
    answers.push({ ...answer, userAgent: this.#kept(answer.userAgent) });
    this.#count++;
  }

  /** The hosts, with their responses in order of time. */
  hosts(): (readonly [host: string | undefined, answers: readonly LoggedAnswer[]])[] {
    return [...this.#byHost].map(([host, answers]) => [host === '' ? undefined : host, inOrder(answers)]);
  }

  /** The stored copy of a User-Agent header; empty for a new header if too many headers are already stored. */
  #kept(userAgent: string): string {
    const kept = this.#userAgents.get(userAgent);
    if (kept !== undefined) return kept;
    if (this.#userAgents.size >= MOST_USER_AGENTS) return '';
    const own = flat(userAgent);
    this.#userAgents.set(own, own);
    return own;
  }

  #thin(): void {
    this.#count = 0;
    for (const [host, answers] of this.#byHost) {
      const kept = thinned(answers);
      this.#byHost.set(host, kept);
      this.#count += kept.length;
    }
  }
}

/** Keeps only the first and the last of consecutive equal responses. */
function thinned(answers: readonly LoggedAnswer[]): LoggedAnswer[] {
  const sorted = inOrder(answers);
  return sorted.filter((answer, at) => {
    const [before, after] = [sorted[at - 1], sorted[at + 1]];
    return !before || !after || !areAlike(before, answer) || !areAlike(answer, after);
  });
}

function inOrder(answers: readonly LoggedAnswer[]): LoggedAnswer[] {
  return [...answers].sort((a, b) => a.time - b.time);
}

function areAlike(a: LoggedAnswer, b: LoggedAnswer): boolean {
  return a.isMissing === b.isMissing && a.bytes === b.bytes && a.tag === b.tag;
}
