/** Keeps requests of a site apart where they are sent: the delay counts from the request before, however late it was. */
import type { Clock } from '@robots-exclusion/client';

/** Of one crawler. */
export interface Pace {
  /** When a request to the origin of a URL was sent last, in epoch milliseconds. */
  last(url: string): number | undefined;
  /** Resolves when a request may be sent, which counts as sent then. In the order of calls. */
  pass(url: string, delayMs: number): Promise<void>;
}

/** Crawlee makes headers and connects after its hooks, which takes one request longer than the next. */
const travelMs = 50;

/** Origins that are remembered. */
const maxOrigins = 100_000;

export function createPace({ now }: Clock): Pace {
  const sentAt = new Map<string, number>();
  return {
    last: (url) => sentAt.get(new URL(url).origin),
    async pass(url, delayMs) {
      const { origin } = new URL(url);
      const before = sentAt.get(origin);
      const at =
        before === undefined ? now() : Math.max(now(), before + delayMs + (delayMs > 0 ? travelMs : 0));
      if (before === undefined && sentAt.size >= maxOrigins) sentAt.delete(sentAt.keys().next().value!);
      sentAt.set(origin, at);
      for (let left = at - now(); left > 0; left = at - now()) {
        await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
      }
    },
  };
}
