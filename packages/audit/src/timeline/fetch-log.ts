/** When one crawler fetched the robots.txt of one host, and the result. */
import type { Hit } from '../hit.ts';

/** Where a hit is: in time, and where times are equal in the order of logs and their lines. */
export type Moment = Pick<Hit, 'time' | 'logOrder' | 'offset'>;

/**
 * What a response to `/robots.txt` gives the crawler: the version in force, no rules (RFC 9309 §2.3.1.3), or nothing
 * new.
 */
type Answer = 'version' | 'no-rules' | 'nothing';

/** Answers of one kind, with no other between them: flat, and one object, as logs may have 100,000 of them. */
interface Run {
  readonly answer: 'version' | 'no-rules';
  /** The moment of the first one. */
  readonly time: number;
  readonly logOrder: number;
  readonly offset: number;
  /** Line of its log, and the status that it was answered by. */
  readonly line: number;
  readonly status: number;
  /** Epoch milliseconds of the last one. */
  until: number;
}

/** What a crawler may have at a moment. */
export interface Held {
  /** Epoch milliseconds of its last fetch; `-Infinity` if the log has none before. */
  readonly since: number;
  /**
   * When it last got the answer that there is no robots.txt, unless it fetched a version afterwards. Among such answers that
   * came less than the grace apart, any instant up to the next one stands for the last.
   */
  readonly noRulesAt: number | undefined;
  /** The fetch at `since`. */
  readonly by?: FetchMoment;
}

/** A fetch: where it is, and what it was answered by. */
export type FetchMoment = Pick<Run, 'answer' | 'time' | 'logOrder' | 'line' | 'status'>;

/** Limit on the responses kept before those that change nothing are dropped. */
const MOST_PENDING = 1024;
const NONE: readonly Run[] = Object.freeze([]);

/** Fetches of one crawler from one host, in any order. */
export class FetchLog {
  readonly #graceMs: number;
  #runs: readonly Run[] = NONE;
  #pending: Run[] | undefined;

  /** @param graceMs - How long an answer of 4xx holds. */
  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /**
   * Notes a request for `/robots.txt`.
   *
   * @param isOther - The answer is not the version in force: what the crawler holds is not known.
   */
  add(hit: Hit, versionAt: (time: number) => number, isOther: boolean): void {
    const answer = isOther ? 'nothing' : answerOf(hit);
    if (answer === 'nothing') return;
    const { time, offset, logOrder = 0, line, status } = hit;
    const run = { answer, time, logOrder, offset, line, status, until: time };
    // Most crawlers ask once, and a list that grows reserves room for sixteen more.
    if (this.#pending) this.#pending.push(run);
    else this.#pending = [run];
    if (this.#pending.length >= MOST_PENDING) this.#settle(versionAt);
  }

  /** What the crawler may hold at a moment. */
  at(moment: Moment, versionAt: (time: number) => number): Held {
    if (this.#pending) this.#settle(versionAt);
    const run = this.#lastBefore(moment);
    if (!run) return { since: Number.NEGATIVE_INFINITY, noRulesAt: undefined };
    const last = Math.min(run.until, moment.time);
    return { since: run.time, noRulesAt: run.answer === 'no-rules' ? last : undefined, by: run };
  }

  #lastBefore(moment: Moment): Run | undefined {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#runs[middle] as Run, moment) <= 0) low = middle + 1;
      else high = middle;
    }
    return this.#runs[low - 1];
  }

  /** Sorts, and merges consecutive entries with the same response while the same version was in force. */
  #settle(versionAt: (time: number) => number): void {
    const all = [...this.#runs, ...(this.#pending ?? [])].sort(compare);
    this.#pending = undefined;
    const runs: Run[] = [];
    for (const run of all) {
      const last = runs.at(-1);
      if (last && this.#isJoined(last, run, versionAt)) last.until = Math.max(last.until, run.until);
      else runs.push(run);
    }
    this.#runs = runs.slice();
  }

  /**
   * A version applies from its first fetch; the effect of a 4xx ends with the grace period, unless the next one came
   * before.
   */
  #isJoined(last: Run, run: Run, versionAt: (time: number) => number): boolean {
    if (last.answer !== run.answer || versionAt(last.time) !== versionAt(run.time)) return false;
    return run.answer === 'version' || this.#graceMs === 0 || run.time - last.until < this.#graceMs;
  }
}

/** RFC 9309 §2.3.1: 4xx is "unavailable"; 5xx, redirects, `HEAD` and no answer give the crawler nothing to go by. */
function answerOf({ method, status }: Hit): Answer {
  if (method !== 'GET' && method !== '') return 'nothing';
  if (status === 304 || (status >= 200 && status < 300)) return 'version';
  return status >= 400 && status < 500 ? 'no-rules' : 'nothing';
}

/** A total order, so that it does not matter in which order fetches are noted. */
function compare(a: Moment, b: Moment): number {
  return a.time - b.time || (a.logOrder ?? 0) - (b.logOrder ?? 0) || a.offset - b.offset;
}
