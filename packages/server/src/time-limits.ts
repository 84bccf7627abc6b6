/** Limits the time of all pending answers with a single timer. */

/** Returns the answer, or `late()` if the answer is not ready in time. Calls `end` in both cases. */
export type TimeLimit = <Value>(answer: Promise<Value>, late: () => Value, end: () => void) => Promise<Value>;

/** Creates a time limit with one timer, which runs only while an answer is pending. */
export function createTimeLimit(timeoutMs: number): TimeLimit {
  /** The pending entries, ordered by deadline, because all have the same limit. */
  const waiting = new Set<{ endsAt: number; end: () => void }>();
  let isRunning = false;

  function sweep(): void {
    isRunning = false;
    const now = performance.now();
    for (const entry of waiting) {
      if (entry.endsAt > now) break;
      waiting.delete(entry);
      entry.end();
    }
    if (waiting.size > 0) start();
  }

  function start(): void {
    if (isRunning) return;
    isRunning = true;
    setTimeout(sweep, Math.max(10, Math.min(1000, timeoutMs / 20)));
  }

  return (answer, late, end) =>
    new Promise((resolve, reject) => {
      const entry = {
        endsAt: performance.now() + timeoutMs,
        end(): void {
          end();
          resolve(late());
        },
      };
      waiting.add(entry);
      start();
      answer.then(
        (value) => {
          if (waiting.delete(entry)) end();
          resolve(value);
        },
        (error) => {
          if (waiting.delete(entry)) end();
          reject(error);
        },
      );
    });
}
