/**
 * Decides about URLs. The client provides robots.txt, and the estimated cost determines whether this thread or a worker
 * evaluates the rules.
 */
import { OperationError } from '@robots-exclusion/operations';
import { type CheckAsked, type CheckPort, check, failureOf } from '@robots-exclusion/operations/check';
import { decider, type EvaluateAsked, evaluate, loadFor } from '@robots-exclusion/operations/evaluate';
import { isCheap } from '@robots-exclusion/operations/limits';
import { FetchLimitError } from './fetch-budget.ts';
import type { Call } from './services.ts';
import type { Decided } from './work/tasks.ts';

/** Number of sites processed at the same time. */
const CONCURRENCY = 16;

/** Decides about each URL by its own site's robots.txt. Rejects if the call is cancelled. */
export async function checked(urls: readonly string[], asked: CheckAsked, call: Call): Promise<Decided> {
  const { services, signal } = call;
  const port: CheckPort<Decided> = {
    robots: (url) => services.client.robots(url, { signal, beforeFetch: turnOf(call) }),
    decide: async (own) => byUrl(await decided(own, call), own),
    failure: (url, code) => [failureOf(url, code)],
    failed: limited,
    isTooExpensive: (error) => error instanceof OperationError && error.code === 'too-expensive',
    progress: (done, total) => call.progress(done, total),
    maxRobotsBytes: services.limits.maxRobotsBytes,
    now: services.now,
  };
  return (await check.run({ urls, asked }, port, CONCURRENCY)).flat();
}

/** Groups the answers by URL. Each group is one failure, or one answer per crawler. */
function byUrl(answers: Decided, { urls, crawlers }: EvaluateAsked): Decided[] {
  let at = 0;
  return urls.map(() => {
    const first = answers[at];
    const own = answers.slice(at, at + (first && 'error' in first ? 1 : crawlers.length));
    at += own.length;
    return own;
  });
}

function limited(error: unknown): ((url: string) => Decided) | undefined {
  if (!(error instanceof FetchLimitError)) return undefined;
  return (url) => [failureOf(url, 'fetch-limit', { retryAt: error.retryAt })];
}

/** Returns the verdict for each URL and crawler. Work that may be slow runs in a worker thread. */
export async function decided(asked: EvaluateAsked, { services, signal }: Call): Promise<Decided> {
  if (!isCheap(evaluate.cost(asked)))
    return services.work.run('operation', { name: 'evaluate', asked }, signal) as Promise<Decided>;
  await loadFor(asked);
  return asked.urls.flatMap(decider(asked));
}

/** Returns a `beforeFetch` callback that deducts each fetch from the budget when the fetch begins. */
export function turnOf({ services }: Call): () => Promise<() => void> {
  return async () => {
    services.takeFetch();
    return () => {};
  };
}
