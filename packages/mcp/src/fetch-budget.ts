/**
 * Limits the fetches per minute, so that a model in a loop neither becomes a crawler nor uses up the budget of others.
 */

const MINUTE_MS = 60_000;

export class FetchLimitError extends Error {
  override readonly name = 'FetchLimitError';
  /** When the next fetch is allowed, in epoch milliseconds. */
  readonly retryAt: number;

  constructor(retryAt: number) {
    super('This server has reached its limit of fetches per minute: no request was sent to the site');
    this.retryAt = retryAt;
  }
}

/** Deducts one fetch from a client's budget, or throws {@link FetchLimitError}. */
export type TakeFetch = (client: unknown) => void;

/** Limits on the number of fetches within any 60 seconds. */
export interface FetchBudgetLimits {
  readonly perClient: number;
  readonly total: number;
}

/**
 * Creates the budgets. Clients are compared like the keys of a `Map`. Only the fetches of the last minute are stored.
 */
export function fetchBudget({ perClient, total }: FetchBudgetLimits, now: () => number): TakeFetch {
  const taken: { readonly at: number; readonly client: unknown }[] = [];
  const counts = new Map<unknown, number>();

  function forgetOlderThan(time: number): void {
    for (let [first] = taken; first && first.at <= time; [first] = taken) {
      taken.shift();
      const left = (counts.get(first.client) ?? 0) - 1;
      if (left > 0) counts.set(first.client, left);
      else counts.delete(first.client);
    }
  }

  return (client) => {
    const at = now();
    forgetOlderThan(at - MINUTE_MS);
    const own = counts.get(client) ?? 0;
    const first = own >= perClient ? taken.find((one) => one.client === client) : taken[0];
    if (first && (own >= perClient || taken.length >= total)) throw new FetchLimitError(first.at + MINUTE_MS);
    taken.push({ at, client });
    counts.set(client, own + 1);
  };
}
