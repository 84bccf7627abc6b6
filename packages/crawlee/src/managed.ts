/**
 * A request manager that hands out only requests that may be made now. It marks disallowed requests as handled.
 * Requests to slow or unreachable origins wait, while others go first.
 */
import { type Admission, createAdmission } from './admission.ts';
import type { CrawleeRequest, RequestManager } from './crawlee-types.ts';
import type { GuardSettings } from './guard-options.ts';

export interface Managed<Manager> {
  manager: Manager;
  release(): Promise<void>;
}

/**
 * How long a request may be held. Crawlee's queues lock a request for at least a minute, and a held request is returned
 * well before its lock expires.
 */
const maxHoldMs = 20_000;

/**
 * Limit on the requests that one call may skip. A call that reaches it returns no request, and the crawler calls again.
 */
const maxSkippedPerCall = 100;

/**
 * The methods of the wrapped manager. They are called only with requests from that manager, because it cannot mark
 * other requests.
 */
type Inner = {
  fetchNextRequest(): Promise<CrawleeRequest | null>;
  markRequestHandled(request: CrawleeRequest): Promise<unknown>;
  reclaimRequest(request: CrawleeRequest): Promise<unknown>;
  isEmpty(): Promise<boolean>;
  isFinished(): Promise<boolean>;
};

/** Wraps a manager with the guard. All members except the five methods in `Inner` are those of the wrapped manager. */
export function managed<Manager extends RequestManager>(
  manager: Manager,
  settings: GuardSettings,
): Managed<Manager> {
  const inner = manager as unknown as Inner;
  const admission = createAdmission(settings, async (request, decision) => {
    await inner.markRequestHandled(request);
    await settings.skipped({ url: request.url, reason: 'robotsTxt', decision });
  });
  const methods = guardedMethods(inner, admission, settings);
  const proxy = new Proxy(manager, {
    get(target, key) {
      const own = methods.get(key);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { manager: proxy, release: () => giveBack(inner, admission, Number.NEGATIVE_INFINITY, settings) };
}

function guardedMethods(
  inner: Inner,
  admission: Admission,
  settings: GuardSettings,
): ReadonlyMap<string | symbol, unknown> {
  const { room } = admission;
  const isFull = (): boolean => room.size >= settings.maxHeld;

  async function fetchNextRequest(): Promise<CrawleeRequest | null> {
    await giveBack(inner, admission, maxHoldMs, settings);
    const due = await admission.takeDue();
    if (due !== undefined) return due;
    for (let asked = 0; asked < maxSkippedPerCall && !isFull(); asked++) {
      const request = await inner.fetchNextRequest();
      if (request === null || request === undefined) return null;
      const admitted = await admitOrReturn(inner, admission, request);
      if (admitted !== undefined) return admitted;
    }
    return null;
  }

  async function* all(): AsyncGenerator<CrawleeRequest> {
    for (let next = await fetchNextRequest(); next !== null; next = await fetchNextRequest()) yield next;
  }

  async function isEmpty(): Promise<boolean> {
    await giveBack(inner, admission, maxHoldMs, settings);
    if (room.due(settings.clock.now()) !== undefined) return false;
    return isFull() || inner.isEmpty();
  }

  async function isFinished(): Promise<boolean> {
    return room.size === 0 && admission.asking === 0 && (await inner.isFinished());
  }

  return new Map<string | symbol, unknown>([
    ['fetchNextRequest', fetchNextRequest],
    ['isEmpty', isEmpty],
    ['isFinished', isFinished],
    [Symbol.asyncIterator, all],
  ]);
}

/**
 * Admits a request. If the check fails because the client is closed, the request is returned to the queue, so that it
 * is not lost.
 */
async function admitOrReturn(
  inner: Inner,
  admission: Admission,
  request: CrawleeRequest,
): Promise<CrawleeRequest | undefined> {
  try {
    return await admission.admit(request);
  } catch (error) {
    await inner.reclaimRequest(request);
    throw error;
  }
}

async function giveBack(
  inner: Inner,
  { room }: Admission,
  olderThanMs: number,
  { clock }: GuardSettings,
): Promise<void> {
  for (const request of room.takeOlder(olderThanMs, clock.now())) await inner.reclaimRequest(request);
}
