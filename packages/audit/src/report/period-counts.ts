/** Counts requests by period: a day, or a step of an activity. */

/**
 * One period: its index, its requests, those of them that count against the crawler, and the octets of the responses.
 */
export type PeriodCount = readonly [period: number, requests: number, against: number, octets: number];

/** Number of list elements per period. */
const WIDTH = 4;

/**
 * Periods in time order, in one flat list. There can be thousands of crawlers with several periods each, and nested
 * lists would take five times the memory.
 */
export class PeriodCounts {
  readonly #numbers: number[] = [];
  readonly #most: number;

  /** @param most - Number of periods to keep; the latest are kept. */
  constructor(most: number = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Number of periods with requests. */
  get size(): number {
    return this.#numbers.length / WIDTH;
  }

  add(period: number, requests: number, against: number, octets = 0): void {
    const at = this.#placeOf(period);
    const numbers = this.#numbers;
    if (numbers[at] !== period) {
      numbers.splice(at, 0, period, requests, against, octets);
      if (this.size > this.#most) numbers.splice(0, WIDTH);
      return;
    }
    (numbers[at + 1] as number) += requests;
    (numbers[at + 2] as number) += against;
    (numbers[at + 3] as number) += octets;
  }

  *[Symbol.iterator](): Generator<PeriodCount> {
    for (let at = 0; at < this.#numbers.length; at += WIDTH)
      yield this.#numbers.slice(at, at + WIDTH) as unknown as PeriodCount;
  }

  /** The index of a period, or where to insert it. Most requests belong to the last period. */
  #placeOf(period: number): number {
    const numbers = this.#numbers;
    if (numbers[numbers.length - WIDTH] === period) return numbers.length - WIDTH;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[middle * WIDTH] as number) < period) low = middle + 1;
      else high = middle;
    }
    return low * WIDTH;
  }
}
