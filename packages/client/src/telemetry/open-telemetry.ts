/**
 * Spans and metrics of OpenTelemetry, made from what clients tell on their diagnostics channels: of every client in this
 * process, also one that somebody else has made.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { LRUCache } from 'lru-cache';
import type { ClientEvent } from '../events.ts';
import type { TieredStoreCounts } from '../store/tiered.ts';
import type { Transport } from '../transport/transport.ts';
import { meterEvents, meterTiers } from './measurements.ts';
import type { TelemetryApi, TelemetrySpan } from './telemetry-api.ts';

/** What is reported besides the events of the clients. */
export interface TelemetryOptions {
  /** `() => store.counts()` of a tiered store: how often memory spared the shared one a read. */
  tiers?: () => TieredStoreCounts;
}

type Event<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>;

const name = '@robots-exclusion/client';
const clientKind = 2;
const errorStatus = 2;

/** Fetches under way whose spans are open; one that is aborted never reports its end. */
const maxOpenSpans = 10_000;

/**
 * Makes a span for each fetch of a robots.txt, with one below it for each request, and counts. A span's parent is what was
 * active when the fetch began.
 *
 * @param api `import * as api from '@opentelemetry/api'`.
 * @returns Ends it.
 * @example
 * const stop = openTelemetry(api);
 */
export function openTelemetry<Context, Span extends TelemetrySpan>(
  api: TelemetryApi<Context, Span>,
  { tiers }: TelemetryOptions = {},
): () => void {
  const meter = api.metrics.getMeter(name);
  const stops = [traceFetches(api), listen(meterEvents(meter)), ...(tiers ? [meterTiers(meter, tiers)] : [])];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * The same transport, whose requests carry the active trace in `traceparent`. Use it for your own sites: others learn
 * from it which requests belong together.
 *
 * @example
 * const client = createClient({ userAgent: 'FooBot/1.0', transports: [tracedTransport(createHttpTransport(), api)] });
 */
export function tracedTransport<Context>(
  transport: Transport,
  { context, propagation }: Pick<TelemetryApi<Context, never>, 'context' | 'propagation'>,
): Transport {
  return {
    ...transport,
    send(request) {
      const headers = { ...request.headers };
      propagation.inject(context.active(), headers);
      return transport.send({ ...request, headers });
    },
  };
}

type Listeners = { [Type in ClientEvent['type']]?: (event: Event<Type>) => void };

function listen(listeners: Listeners): () => void {
  const subscribed = Object.entries(listeners).map(([type, tell]) => {
    const listener = (event: unknown): void => (tell as (event: unknown) => void)(event);
    subscribe(`robots-exclusion:${type}`, listener);
    return () => unsubscribe(`robots-exclusion:${type}`, listener);
  });
  return () => {
    for (const stop of subscribed) stop();
  };
}

function traceFetches<Context, Span extends TelemetrySpan>({
  trace,
  context,
}: TelemetryApi<Context, Span>): () => void {
  const tracer = trace.getTracer(name);
  const open = new LRUCache<number, { span: Span; inside: Context }>({
    maxSize: maxOpenSpans,
    sizeCalculation: () => 1,
    dispose: ({ span }) => span.end(),
  });
  const stop = listen({
    fetch({ fetchId, robotsUrl, reason }) {
      const attributes = { 'url.full': robotsUrl, 'robots.fetch.reason': reason };
      const parent = context.active();
      const span = tracer.startSpan('robots.txt', { kind: clientKind, attributes }, parent);
      open.set(fetchId, { span, inside: trace.setSpan(parent, span) });
    },
    hop({ fetchId, hop: { url, status, durationMs } }) {
      const endTime = Date.now();
      const attributes = {
        'http.request.method': 'GET',
        'url.full': url,
        ...(status !== undefined && { 'http.response.status_code': status }),
      };
      const options = { kind: clientKind, startTime: endTime - durationMs, attributes } as const;
      const span = tracer.startSpan('GET', options, open.get(fetchId)?.inside);
      if (status === undefined || status >= 400) span.setStatus({ code: errorStatus });
      span.end(endTime);
    },
    outcome({ fetchId, outcome, policyRow }) {
      const span = open.get(fetchId)?.span;
      span?.setAttributes({ 'robots.outcome': outcome, 'robots.policy_row': policyRow });
      if (outcome === 'unreachable' || outcome === 'stale-rules') {
        span?.setStatus({ code: errorStatus, message: policyRow });
      }
      open.delete(fetchId);
    },
  });
  return () => {
    stop();
    open.clear();
  };
}
