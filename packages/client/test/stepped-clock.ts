/** A clock that advances only when a test allows it, for callers that wait for their turn. */

/** A clock that advances to the next awaited instant while no request is in transit. */
export function steppedClock() {
  let now = 1_700_000_000_000;
  const waiting: { at: number; go: () => void }[] = [];
  let onWait = (): void => {};
  let underWay = 0;
  const step = (): void => {
    waiting.sort((a, b) => a.at - b.at);
    const next = waiting.shift();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.go();
  };
  return {
    now: () => now,
    /** Advances to the next awaited instant. */
    step,
    /** Counts a request as in transit, which stops the clock until the origin has answered. */
    holding:
      (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
      async (...given) => {
        underWay += 1;
        try {
          return await fetch(...given);
        } finally {
          underWay -= 1;
        }
      },
    advance(milliseconds: number): void {
      now += milliseconds;
    },
    waitUntil: (at: number, signal: AbortSignal | undefined) =>
      new Promise<void>((go, reject) => {
        const wait = { at, go };
        waiting.push(wait);
        signal?.addEventListener('abort', () => {
          waiting.splice(waiting.indexOf(wait), 1);
          reject(signal.reason);
        });
        onWait();
      }),
    someoneWaits: () =>
      new Promise<void>((resolve) => {
        onWait = resolve;
        if (waiting.length > 0) resolve();
      }),
    /** Steps until `work` is settled. */
    async runUntil(work: Promise<unknown>): Promise<void> {
      let isDone = false;
      const end = (): void => {
        isDone = true;
      };
      work.then(end, end);
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve));
        if (underWay === 0) step();
      }
    },
  };
}
