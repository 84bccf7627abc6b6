/** A resource of which there is so much for everybody, and so much for one client: places, octets. Nobody waits for it. */

/** How much there is. */
export interface QuotaLimits {
  total: number;
  perClient: number;
}

/** Whose limit is reached. */
export type QuotaRefusal = 'client' | 'service';

/** Lends the resource out. */
export interface Quota {
  /** Takes so much of it; says whose limit forbids that, and takes nothing then. */
  take(client: string, amount?: number): QuotaRefusal | undefined;
  /** Gives back what was taken. */
  give(client: string, amount?: number): void;
  /** What everybody has together. */
  taken(): number;
}

export function createQuota({ total, perClient }: QuotaLimits): Quota {
  /** Clients that have some of it; nobody else is remembered. */
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
