/**
 * Limits the use of a resource, such as slots or octets, by all clients together and by each client. A request for too
 * much is refused immediately and never waits.
 */

export interface QuotaLimits {
  total: number;
  perClient: number;
}

/** Which limit is reached: the client's or the service's. */
export type QuotaRefusal = 'client' | 'service';

export interface Quota {
  /** Takes an amount. If that would exceed a limit, takes nothing and returns which limit is reached. */
  take(client: string, amount?: number): QuotaRefusal | undefined;
  give(client: string, amount?: number): void;
  /** The total amount in use. */
  taken(): number;
}

export function createQuota({ total, perClient }: QuotaLimits): Quota {
  /** Amounts by client; clients that hold nothing are not stored. */
  const held = new Map<string, number>();
  let sum = 0;
  return {
    take(client, amount = 1) {
      const own = (held.get(client) ?? 0) + amount;
      if (own > perClient) return 'client';
      if (sum + amount > total) return 'service';
      held.set(client, own);
      sum += amount;
      return undefined;
    },
    give(client, amount = 1) {
      const own = (held.get(client) ?? 0) - amount;
      if (own > 0) held.set(client, own);
      else held.delete(client);
      sum -= amount;
    },
    taken: () => sum,
  };
}
