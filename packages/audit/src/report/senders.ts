/** Counts requests by the network of their sender and the crawler that they name. */
import { clientOf, isAnonymised, isPrivate, networkOf } from '../identity/address.ts';
import { TopKeys } from './sketches.ts';

/** Requests from one network that name one crawler. */
export interface SenderReport {
  network: string;
  token: string;
  /** Number of requests, an upper bound. */
  requests: number;
  /** The maximum error of `requests`; above 0 only if there were more networks than counters. */
  error: number;
}

const MOST_SENDERS = 1000;

/** The senders with the most requests. Proxies' and anonymized addresses are left out: they do not name a sender. */
export class Senders {
  readonly #keys = new TopKeys(MOST_SENDERS);

  add(address: string, token: string): void {
    const client = clientOf(address);
    if (client && !isPrivate(client) && !isAnonymised(client))
      this.#keys.add(`${networkOf(client)} ${token}`);
  }

  get isEstimate(): boolean {
    return this.#keys.isEstimate;
  }

  report(): SenderReport[] {
    return this.#keys.items().map(({ key, count, error }) => {
      const [network = '', token = ''] = key.split(' ');
      return { network, token, requests: count, error };
    });
  }
}
