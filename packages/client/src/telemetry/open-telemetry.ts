/**
 * Creates OpenTelemetry spans and metrics from the diagnostics channels of clients. The spans and metrics cover every
 * client in this process, including clients that other modules created.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { LRUCache } from 'lru-cache';
import type { ClientEvent } from '../events.ts';
import type { TieredStoreCounts } from '../store/tiered.ts';
import type { Transport } from '../transport/transport.ts';
import { meterEvents, meterTiers } from './measurements.ts';
import type { TelemetryApi, TelemetrySpan } from './telemetry-api.ts';

/** Sources of metrics in addition to the clients' events. */
export interface TelemetryOptions {
  /**
   * `() => store.counts()` for a tiered store; measures how often the memory tier saved a read from the shared store.
   */
  tiers?: () => TieredStoreCounts;
}

type Event<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>;

const name = '@robots-exclusion/client';
const clientKind = 2;
const errorStatus = 2;

/** Limit on the number of open fetch spans, because an aborted fetch never reports its end. */
const maxOpenSpans = 10_000;

/**
 * Creates metrics, and a span for each fetch of a robots.txt with a child span for each request. The parent of a span
 * is the span that was active when the fetch began.
 *
 * @param api `import * as api from '@opentelemetry/api'`.
 * @returns A function that stops the creation of spans and metrics.
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
 * Wraps a transport: each request carries the active trace in `traceparent`. Use it only for your own sites, because
 * other sites would learn which requests belong together.
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
