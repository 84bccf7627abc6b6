/** Responses to `/robots.txt` for each host, as few as needed to show when they changed. */
import { flat } from '../identity/crawler-of.ts';

/** An answer to a request for robots.txt, as far as a log tells it. */
export interface LoggedAnswer {
  /** Epoch milliseconds. */
  readonly time: number;
  /** 404 or 410. */
  readonly isMissing: boolean;
  /** Octets of the response. */
  readonly bytes: number;
  /** Its ETag, without what a coding adds. */
  readonly tag: string | undefined;
  /** The User-Agent header of the request; empty where the log has none. */
  readonly userAgent: string;
}

/** Hosts come from the log, and a hostile one has more. */
const MOST_HOSTS = 10_000;
/**
 * Above this number, responses between two equal ones are dropped; if there are none, further ones are not recorded.
 */
const MOST_ANSWERS = 200_000;
/** Limit on distinct headers; a hostile log has more. */
const MOST_USER_AGENTS = 10_000;

/** Answers, noted in any order. */
export class AnswerBook {
  readonly #byHost = new Map<string, LoggedAnswer[]>();
  readonly #userAgents = new Map<string, string>();
  #count = 0;
  /** Answers were left out, because hosts or changes were too many. */
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

  /** Hosts with their answers in order of time. */
  hosts(): (readonly [host: string | undefined, answers: readonly LoggedAnswer[]])[] {
    return [...this.#byHost].map(([host, answers]) => [host === '' ? undefined : host, inOrder(answers)]);
  }

  /** One copy of each header; of too many, one for all of the others. */
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

/** The first and the last of those that follow each other and are alike. */
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
