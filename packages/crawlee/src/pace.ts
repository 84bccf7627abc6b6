/**
 * Keeps requests of a site apart when they are sent: the delay counts from the previous request, however late it was.
 */
import type { Clock } from '@robots-exclusion/client';

/** Of one crawler. */
export interface Pace {
  /** When a request to the origin of a URL was sent last, in epoch milliseconds. */
  last(url: string): number | undefined;
  /** Resolves when a request may be sent, which then counts as sent. In call order. */
  pass(url: string, delayMs: number): Promise<void>;
  /**
   * The same for requests of a browser, which sends them some time later: gives what is to be called when the request has
   * been answered. The delay counts from then, and nobody behind it passes before, for five seconds at most.
   */
  hold(url: string, delayMs: number): Promise<() => void>;
}

/** Crawlee makes headers and connects after its hooks, which takes one request longer than the next. */
const travelMs = 50;

/** An allowed request may never be sent. */
const maxHeldMs = 5000;

/** Origins that are remembered. */
const maxOrigins = 100_000;

export function createPace({ now }: Clock): Pace {
  const sentAt = new Map<string, number>();
  /** The most recently used origins. */
  const holders = new Map<string, Promise<void>>();

  function note(origin: string, at: number): void {
    if (sentAt.size >= maxOrigins && !sentAt.has(origin)) sentAt.delete(sentAt.keys().next().value!);
    sentAt.set(origin, at);
  }

  async function sleepUntil(at: number): Promise<void> {
    for (let left = at - now(); left > 0; left = at - now()) {
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
    }
  }

  return {
    last: (url) => sentAt.get(new URL(url).origin),
    async pass(url, delayMs) {
      const { origin } = new URL(url);
      const before = sentAt.get(origin);
      const at =
        before === undefined ? now() : Math.max(now(), before + delayMs + (delayMs > 0 ? travelMs : 0));
      note(origin, at);
      await sleepUntil(at);
    },
    async hold(url, delayMs) {
      const { origin } = new URL(url);
      if (delayMs <= 0) return () => {};
      const before = holders.get(origin);
      let leave = (): void => {};
      const held = new Promise<void>((resolve) => {
        leave = resolve;
      });
      holders.set(origin, held);
      await before;
      await sleepUntil((sentAt.get(origin) ?? Number.NEGATIVE_INFINITY) + delayMs);
      note(origin, now());
      const timer = setTimeout(leave, maxHeldMs);
      return () => {
        note(origin, now());
        clearTimeout(timer);
        leave();
        if (holders.get(origin) === held) holders.delete(origin);
      };
    },
  };
}
