/** A crawler's requests over time, in steps that widen with the time span, so that their number is bounded. */

/** Requests over time. Steps without requests are left out. */
export interface ActivityReport {
  /** Width of a step: 60 seconds, doubled as often as the time span requires. */
  stepSeconds: number;
  /** Of each step: where it begins in epoch seconds, its requests, and those that violated or never asked. */
  steps: readonly (readonly [start: number, requests: number, against: number])[];
}

const LEAST_STEP_SECONDS = 60;
const MOST_STEPS = 96;

/** Activity while it grows. */
export class Activity {
  #stepSeconds = LEAST_STEP_SECONDS;
  #steps = new Map<number, [requests: number, against: number]>();

  add(timeMs: number, isAgainst: boolean): void {
    const index = Math.floor(timeMs / 1000 / this.#stepSeconds);
    const step = this.#steps.get(index);
    if (step) {
      step[0]++;
      if (isAgainst) step[1]++;
      return;
    }
    this.#steps.set(index, [1, isAgainst ? 1 : 0]);
    while (this.#steps.size > MOST_STEPS) this.#widen();
  }

  report(): ActivityReport {
    const steps = [...this.#steps].sort(([a], [b]) => a - b);
    return {
      stepSeconds: this.#stepSeconds,
      steps: steps.map(([index, [requests, against]]) => [index * this.#stepSeconds, requests, against]),
    };
  }

  #widen(): void {
    this.#stepSeconds *= 2;
    const wider = new Map<number, [number, number]>();
    for (const [index, [requests, against]] of this.#steps) {
      const step = wider.get(Math.floor(index / 2));
      if (step) {
        step[0] += requests;
        step[1] += against;
      } else wider.set(Math.floor(index / 2), [requests, against]);
    }
    this.#steps = wider;
  }
}
