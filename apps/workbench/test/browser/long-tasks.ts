/**
 * Measures how long the page's main thread was blocked, in CPU time of that thread, so that other programs do not
 * count.
 */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { categories, tasksOf } from '../../scripts/main-thread.js';

/**
 * The duration of the longest task of the main thread during `work`, in milliseconds. Fails if there are fewer than
 * `leastTasks` tasks.
 */
export async function longestTask(
  page: Page,
  leastTasks: number,
  work: () => Promise<void>,
): Promise<number> {
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories });
  // A trace that goes on would fail every later test that traces.
  const trace = await work().then(
    () => browser.stopTracing(),
    async (error: unknown) => {
      await browser.stopTracing();
      throw error;
    },
  );
  const durations = tasksOf(trace);
  // A trace without the thread's tasks or their times would let every page pass, so the number of tasks is checked.
  expect(durations.length).toBeGreaterThanOrEqual(leastTasks);
  return Math.max(...durations);
}

/** The median of three tries. The third try is made only if the first two are on different sides of `limit`. */
export async function medianOfThree(limit: number, tryOnce: () => Promise<number>): Promise<number> {
  const figures = [await tryOnce(), await tryOnce()].sort((a, b) => a - b);
  const [least = 0, most = 0] = figures;
  if (least >= limit === most >= limit) return most;
  const third = await tryOnce();
  return Math.max(least, Math.min(third, most));
}
