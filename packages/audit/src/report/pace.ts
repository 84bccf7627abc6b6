/** Reports behavior that RFC 9309 does not cover: ignored Crawl-delay, and requests soon after 429 and 503. */
import type { Hit } from '../hit.ts';
import { flat } from '../identity/crawler-of.ts';

/** The request rate of a crawler. */
export interface PaceReport {
  /**
   * Present if robots.txt states a Crawl-delay for this crawler: the latest delay, the number of requests, and the
   * number of those that came too soon.
   */
  crawlDelay?: { seconds: number; requests: number; tooSoon: number };
  /**
   * Present if the crawler received 429 or 503: the number of such responses, and the number of its requests within a
   * minute after one of them.
   */
  toldToWait?: { answers: number; requestsWithinMinute: number };
}

const MINUTE_MS = 60_000;
const MOST_HOSTS = 1000;

interface Last {
  time: number;
  toldToWaitAt: number;
}

/**
 * Counts requests in log order. A request that is out of time order counts neither as too soon nor as within a minute
 * after a 429 or 503.
 */
export class Pace {
  readonly #last = new Map<string, Last>();
  #delaySeconds: number | undefined;
  #requests = 0;
  #tooSoon = 0;
  #answers = 0;
  #withinMinute = 0;

  add({ host = '', time, status }: Hit, delaySeconds: number | undefined): void {
    const last = this.#lastOf(host);
    if (delaySeconds !== undefined) {
      this.#delaySeconds = delaySeconds;
      this.#requests++;
      // Times are whole seconds, so a request less than one second early may be on time.
      if (time >= last.time && time - last.time <= (delaySeconds - 1) * 1000) this.#tooSoon++;
    }
    if (time >= last.toldToWaitAt && time - last.toldToWaitAt <= MINUTE_MS) this.#withinMinute++;
    if (status === 429 || status === 503) {
      this.#answers++;
      last.toldToWaitAt = time;
    }
    last.time = time;
  }

  report(): PaceReport {
    return {
      ...(this.#delaySeconds !== undefined && {
        crawlDelay: { seconds: this.#delaySeconds, requests: this.#requests, tooSoon: this.#tooSoon },
      }),
      ...(this.#answers > 0 && {
        toldToWait: { answers: this.#answers, requestsWithinMinute: this.#withinMinute },
      }),
    };
  }

  #lastOf(host: string): Last {
    let last = this.#last.get(host);
    if (!last) {
      last = { time: Number.NEGATIVE_INFINITY, toldToWaitAt: Number.NEGATIVE_INFINITY };
      if (this.#last.size < MOST_HOSTS) this.#last.set(flat(host), last);
    }
    return last;
  }
}
