/** How much may be fetched in a minute, for all callers together: a model in a loop must not become a crawler. */

const MINUTE_MS = 60_000;

/** Thrown instead of a fetch that is one too many. */
export class FetchLimitError extends Error {
  override readonly name = 'FetchLimitError';
  /** Epoch milliseconds from which another fetch fits. */
  readonly retryAt: number;

  constructor(retryAt: number) {
    super('No more may be fetched in this minute');
    this.retryAt = retryAt;
  }
}

/** Takes one fetch out of the budget, or throws {@link FetchLimitError}. */
export type TakeFetch = () => void;

/** A budget over any 60 seconds. */
export function fetchBudget(perMinute: number, now: () => number): TakeFetch {
  const taken: number[] = [];
  return () => {
    const time = now();
    while (taken.length > 0 && (taken[0] as number) <= time - MINUTE_MS) taken.shift();
    if (taken.length >= perMinute) throw new FetchLimitError((taken[0] as number) + MINUTE_MS);
    taken.push(time);
  };
}
