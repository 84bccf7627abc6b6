/** `GET /healthz` and `GET /readyz`, for programs that start, restart and balance instances. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Store } from '@robots-exclusion/client';
import { within } from '@robots-exclusion/client/within';
import type { Services } from '../service-env.ts';

const health = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    exampleSite: z.string().optional().openapi({
      description: 'The origin of an example site beside the service, which the service may fetch.',
    }),
  })
  .extend({
    opensOrigins: z.literal(true).optional().openapi({
      description:
        'True if the page at the address that the service printed at startup may allow origins on the service’s machine.',
    }),
  })
  .openapi('Health');

/** The health of the process. */
export type Health = z.output<typeof health>;

/** Reports that the process answers requests. */
export const healthRoute = createRoute({
  method: 'get',
  path: '/healthz',
  summary: 'The process answers',
  responses: {
    200: {
      description: 'It does',
      content: { 'application/json': { schema: health } },
    },
  },
});

const readiness = z
  .object({
    status: z.enum(['ready', 'degraded', 'closing']).openapi({
      description:
        'degraded: decisions are made, but every instance fetches for itself. closing: send no more requests.',
    }),
    store: z.enum(['ok', 'unavailable']),
  })
  .openapi('Readiness');

/** Reports whether this instance should receive requests. */
export const readyRoute = createRoute({
  method: 'get',
  path: '/readyz',
  summary: 'Whether requests may be sent to this instance',
  description: 'An instance stays ready if the store is unavailable: each instance then fetches for itself.',
  responses: {
    200: { description: 'Yes', content: { 'application/json': { schema: readiness } } },
    503: { description: 'No: it is shutting down', content: { 'application/json': { schema: readiness } } },
  },
});

/** Whether this instance is ready. */
export type Readiness = z.output<typeof readiness>;

/** Creates a function that checks readiness. It checks the store at most once a second. */
export function createReadiness({
  probedStore,
  ending,
}: Pick<Services, 'probedStore' | 'ending'>): () => Promise<Readiness> {
  let asked: { at: number; answer: Promise<boolean> } | undefined;
  return async () => {
    const now = performance.now();
    ending.askedAt = now;
    if (asked === undefined || now - asked.at > ASK_EVERY_MS)
      asked = { at: now, answer: answers(probedStore) };
    const isThere = await asked.answer;
    const status = ending.isAnnounced ? 'closing' : isThere ? 'ready' : 'degraded';
    return { status, store: isThere ? 'ok' : 'unavailable' };
  };
}

const ASK_EVERY_MS = 1000;
const STORE_TIMEOUT_MS = 1000;

/** The key under which every instance writes a test value. */
const PROBE_KEY = 'readiness#probe';
const PROBE_TTL_MS = 60_000;

/**
 * Whether the store is usable. A store that answers reads but accepts no writes is not usable. For example, it may be a
 * replica, or its disk may be full.
 */
function answers(store: Store): Promise<boolean> {
  const timeout = () => new Error('The store has not answered');
  return within(isWritable(store), { ms: STORE_TIMEOUT_MS, timeout }).catch(() => false);
}

async function isWritable(store: Store): Promise<boolean> {
  const written = await store.set(PROBE_KEY, new Uint8Array([1]), { ttlMs: PROBE_TTL_MS });
  return written && (await store.get(PROBE_KEY)) !== undefined;
}
