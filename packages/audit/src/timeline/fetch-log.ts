/** Records when one crawler fetched the robots.txt of one host, and the results. */
import type { Hit } from '../hit.ts';

/** The position of a hit among all hits. Hits are ordered by time, then by log, then by position in the log. */
export type Moment = Pick<Hit, 'time' | 'logOrder' | 'offset'>;

/**
 * What the crawler learns from a response to `/robots.txt`: the version in force, that there are no rules (RFC 9309
 * §2.3.1.3), or nothing.
 */
type Answer = 'version' | 'no-rules' | 'nothing';

/** Consecutive responses of one kind. The object is flat to save memory, because logs may have 100,000 such runs. */
interface Run {
  readonly answer: 'version' | 'no-rules';
  /** The time of the first response. */
  readonly time: number;
  readonly logOrder: number;
  readonly offset: number;
  /** Line number of the first response. */
  readonly line: number;
  readonly status: number;
  /** Time of the last response, in epoch milliseconds. */
  until: number;
}

/** What a crawler may have cached at a moment. */
export interface Held {
  /** Time of its last fetch in epoch milliseconds; `-Infinity` if the log has no earlier fetch. */
  readonly since: number;
  /**
   * The time of the last response that showed that there was no robots.txt; absent if the crawler fetched a version
   * after that response. Between two 4xx responses that are less than the grace period apart, the value is the given
   * moment.
   */
  readonly noRulesAt: number | undefined;
  /** The fetch at `since`. */
  readonly by?: FetchMoment;
}

/** A fetch: its position, and its response. */
export type FetchMoment = Pick<Run, 'answer' | 'time' | 'logOrder' | 'line' | 'status'>;

/** Limit on unmerged responses. When it is reached, responses that change nothing are merged. */
const MOST_PENDING = 1024;
const NONE: readonly Run[] = Object.freeze([]);

/** One crawler's fetches of one host's robots.txt, added in any order. */
export class FetchLog {
  readonly #graceMs: number;
  #runs: readonly Run[] = NONE;
  #pending: Run[] | undefined;

  /** @param graceMs - How long a 4xx response applies. */
  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /**
   * Records a request for `/robots.txt`.
   *
   * @param isOther - Whether the response was a file other than the version in force. If so, the request is ignored.
   */
  add(hit: Hit, versionAt: (time: number) => number, isOther: boolean): void {
    const answer = isOther ? 'nothing' : answerOf(hit);
    if (answer === 'nothing') return;
    const { time, offset, logOrder = 0, line, status } = hit;
    const run = { answer, time, logOrder, offset, line, status, until: time };
    // Creates a list with one entry, because most crawlers fetch it once, and `push` would reserve room for sixteen
    // more.
    if (this.#pending) this.#pending.push(run);
    else this.#pending = [run];
    if (this.#pending.length >= MOST_PENDING) this.#settle(versionAt);
  }

  /** What the crawler may have cached at a moment. */
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

  /** Sorts entries, and merges consecutive ones with the same response while the same version was in force. */
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
   * Whether two fetches can be merged. Fetches of the same version can be merged, because the crawler has had this
   * version since the first fetch. Two 4xx responses can be merged only if the second came before the grace period of
   * the first ended.
   */
  #isJoined(last: Run, run: Run, versionAt: (time: number) => number): boolean {
    if (last.answer !== run.answer || versionAt(last.time) !== versionAt(run.time)) return false;
    return run.answer === 'version' || this.#graceMs === 0 || run.time - last.until < this.#graceMs;
  }
}

/**
 * RFC 9309 §2.3.1: 4xx means "unavailable". The crawler learns nothing from 5xx, from redirects, from responses to
 * `HEAD`, or if there is no response.
 */
function answerOf({ method, status }: Hit): Answer {
  if (method !== 'GET' && method !== '') return 'nothing';
  if (status === 304 || (status >= 200 && status < 300)) return 'version';
  return status >= 400 && status < 500 ? 'no-rules' : 'nothing';
}

/** A total order, so that the result does not depend on the order in which fetches are added. */
function compare(a: Moment, b: Moment): number {
  return a.time - b.time || (a.logOrder ?? 0) - (b.logOrder ?? 0) || a.offset - b.offset;
}
