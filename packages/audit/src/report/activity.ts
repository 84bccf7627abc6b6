/** Counts a crawler's requests over time. Steps are wider for a longer time span, so that their number is limited. */
import { PeriodCounts } from './period-counts.ts';

/** Requests over time, without the steps that have no requests. */
export interface ActivityReport {
  /** Width of a step: 60 seconds, doubled until the time span fits into the maximum number of steps. */
  stepSeconds: number;
  /** For each step: its start in epoch seconds, its requests, and its `violation` and `never-asked` requests. */
  steps: readonly (readonly [start: number, requests: number, against: number])[];
}

const LEAST_STEP_SECONDS = 60;

export class Activity {
  #stepSeconds = LEAST_STEP_SECONDS;
  #steps = new PeriodCounts();
  readonly #most: number;

  /** @param most - Maximum number of steps. */
  constructor(most: number) {
    this.#most = most;
  }

  add(timeMs: number, isAgainst: boolean): void {
    this.#steps.add(Math.floor(timeMs / 1000 / this.#stepSeconds), 1, isAgainst ? 1 : 0);
    while (this.#steps.size > this.#most) this.#widen();
  }

  report(): ActivityReport {
    return {
      stepSeconds: this.#stepSeconds,
      steps: Array.from(this.#steps, ([index, requests, against]) => [
        index * this.#stepSeconds,
        requests,
        against,
      ]),
    };
  }

  #widen(): void {
    this.#stepSeconds *= 2;
    const wider = new PeriodCounts();
    for (const [index, requests, against] of this.#steps) wider.add(Math.floor(index / 2), requests, against);
    this.#steps = wider;
  }
}
