/** How long the page's main thread was held up, in its own time: what other programs do meanwhile is not in it. */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread's own time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of the main thread, in milliseconds, while `work` goes on, which is at least so many tasks. */
export async function longestTask(
  page: Page,
  leastTasks: number,
  work: () => Promise<void>,
): Promise<number> {
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const durations = traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && main.has(threadOf(event)))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
  // A trace without the thread's tasks, or without their times, would let everything pass: they are counted.
  expect(durations.length).toBeGreaterThanOrEqual(leastTasks);
  return Math.max(...durations);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`;
}

/**
 * The median of three tries. The third is made only where the first two lie on different sides of `limit`: else it
 * decides nothing.
 */
export async function medianOfThree(limit: number, tryOnce: () => Promise<number>): Promise<number> {
  const figures = [await tryOnce(), await tryOnce()].sort((a, b) => a - b);
  const [least = 0, most = 0] = figures;
  if (least >= limit === most >= limit) return most;
  const third = await tryOnce();
  return Math.max(least, Math.min(third, most));
}
