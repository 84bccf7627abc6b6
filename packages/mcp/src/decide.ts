/** Decisions about URLs: robots.txt comes from the client, and what its rules cost decides where they are asked. */
import { type CheckAsked, checker, failureOf } from '@robots-exclusion/operations/check';
import { decider, type EvaluateAsked, evaluate, loadFor } from '@robots-exclusion/operations/evaluate';
import { FetchLimitError } from './fetch-budget.ts';
import { inTurns } from './in-turns.ts';
import type { Call } from './services.ts';
import type { Decided } from './work/tasks.ts';

/** URLs that are worked on at a time. */
const CONCURRENCY = 16;

/** Decides about each URL by its own site's robots.txt. Rejects when the call was cancelled. */
export async function checked(urls: readonly string[], asked: CheckAsked, call: Call): Promise<Decided> {
  const { services, signal } = call;
  const check = checker(asked, {
    robots: (url) => services.client.robots(url, { signal, beforeFetch: turnOf(call) }),
    decide: (url, basis) => decided({ ...basis, urls: [url] }, call),
    maxRobotsBytes: services.limits.maxRobotsBytes,
    now: services.now,
  });
  const answers = await inTurns(urls, CONCURRENCY, (url) => check(url).catch(limited(url)), call);
  return answers.flat();
}

function limited(url: string): (error: unknown) => Decided {
  return (error) => {
    if (error instanceof FetchLimitError) return [failureOf(url, 'fetch-limit', { retryAt: error.retryAt })];
    throw error;
  };
}

/** What is decided in this thread, in nanoseconds at worst. */
const CHEAP = 20_000_000;

/** Answers for each URL and crawler; what may take long is asked in a thread. */
export async function decided(asked: EvaluateAsked, { services, signal }: Call): Promise<Decided> {
  if (evaluate.cost(asked) > CHEAP)
    return services.work.run('operation', { name: 'evaluate', asked }, signal) as Promise<Decided>;
  await loadFor(asked);
  return asked.urls.flatMap(decider(asked));
}

/** Takes a fetch out of the budget when one begins. */
export function turnOf({ services }: Call): () => Promise<() => void> {
  return async () => {
    services.takeFetch();
    return () => {};
  };
}
