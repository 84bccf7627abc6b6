/**
 * Keeps the delay between requests to a site, counted from the time at which the previous request was actually sent.
 */
import type { Clock } from '@robots-exclusion/client';

export interface Pace {
  /** When a request to the URL's origin was last sent, in epoch milliseconds. */
  last(url: string): number | undefined;
  /** Resolves when a request may be sent; it then counts as sent. Calls resolve in order. */
  pass(url: string, delayMs: number): Promise<void>;
  /**
   * For the moment at which a request is sent, which may be long after `pass` resolved, such as for the first request of
   * a program. Waits until the delay since the request before has passed.
   */
  send(url: string, delayMs: number): Promise<void>;
  /**
   * Like `pass`, for a request that a browser sends some time later. Resolves to a function to call once the
   * request has been answered. The delay counts from that call, and later requests wait for the call for at most five
   * seconds.
   */
  hold(url: string, delayMs: number): Promise<() => void>;
}

/**
 * Allowance for the time between Crawlee's hooks and the moment at which the request is sent. Creating headers and
 * connecting takes a different time for each request.
 */
const travelMs = 50;

/** Limit on the time for which a request blocks its origin, because an allowed request may never be sent. */
const maxHeldMs = 5000;

const maxOrigins = 100_000;

export function createPace({ now }: Clock): Pace {
  const sentAt = new Map<string, number>();
  const dispatchedAt = new Map<string, number>();
  /** The latest request to each origin, kept while it blocks further requests to that origin. */
  const holders = new Map<string, Promise<void>>();

  function note(origin: string, at: number, instants = sentAt): void {
    if (instants.size >= maxOrigins && !instants.has(origin)) instants.delete(instants.keys().next().value!);
    instants.set(origin, at);
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
    async send(url, delayMs) {
      const { origin } = new URL(url);
      const at = Math.max(now(), (dispatchedAt.get(origin) ?? Number.NEGATIVE_INFINITY) + delayMs);
      note(origin, at, dispatchedAt);
      note(origin, Math.max(at, sentAt.get(origin) ?? at));
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
