/**
 * Creates OpenTelemetry spans and metrics from the diagnostics channels of clients. The spans and metrics cover every
 * client in this process, including clients that other modules created.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { LRUCache } from 'lru-cache';
import type { ClientEvent } from '../events.ts';
import type { TieredStoreCounts } from '../store/tiered.ts';
import type { Transport } from '../transport/transport.ts';

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

/** Listeners that update the metrics. */
function meterEvents(meter: TelemetryMeter): {
  [Type in ClientEvent['type']]?: (event: Event<Type>) => void;
} {
  const counter = (name: string, description: string) => meter.createCounter(name, { description });
  const fetches = counter('robots.fetches', 'Finished fetches of robots.txt');
  const seconds = meter.createHistogram('robots.fetch.duration', {
    description: 'Duration of a robots.txt fetch, including redirects',
    unit: 's',
  });
  const hits = counter('robots.cache.hits', 'Checks answered from a cached record');
  const stale = counter('robots.stale', 'Uses of stale rules while robots.txt is unreachable');
  const shared = counter('robots.fetches.shared', 'Checks that joined a fetch in progress in this process');
  const waits = counter('robots.lock.waits', 'Number of waits for a fetch by another process');
  const failures = counter('robots.renewal.failures', 'Failed renewals ahead of expiry');
  const errors = counter('robots.store.errors', 'Failed store operations');
  const unreadable = counter('robots.records.unreadable', 'Stored records that could not be read');
  return {
    outcome({ outcome, policyRow, durationMs }) {
      fetches.add(1, { 'robots.outcome': outcome, 'robots.policy_row': policyRow });
      seconds.record(durationMs / 1000, { 'robots.outcome': outcome });
    },
    hit: ({ outcome }) => hits.add(1, { 'robots.outcome': outcome }),
    stale: () => stale.add(1),
    shared: () => shared.add(1),
    'lock-wait': ({ end, by }) => waits.add(1, { end, by }),
    'refresh-failed': () => failures.add(1),
    'store-error': ({ operation }) => errors.add(1, { operation }),
    'record-unreadable': () => unreadable.add(1),
  };
}

/** Measures how often the memory tier saved a read from the shared store. */
function meterTiers(meter: TelemetryMeter, counts: () => TieredStoreCounts): () => void {
  const counter = meter.createObservableCounter('robots.store.tier', {
    description: 'Operations of a tiered store, by kind',
  });
  const observe = (result: { observe(value: number, attributes: { kind: string }): void }): void => {
    for (const [kind, count] of Object.entries(counts())) result.observe(count, { kind });
  };
  counter.addCallback(observe);
  return () => counter.removeCallback(observe);
}

/** The attributes of spans and measurements. */
export type TelemetryAttributes = Record<string, string | number | boolean>;

/** The parts of a span that this module uses. */
export interface TelemetrySpan {
  setAttributes(attributes: TelemetryAttributes): unknown;
  setStatus(status: { code: 0 | 1 | 2; message?: string }): unknown;
  end(endTime?: number): void;
}

/** The parts of a tracer that this module uses; contexts are opaque. */
export interface TelemetryTracer<Context, Span> {
  startSpan(
    name: string,
    options: { kind: 2; startTime?: number; attributes: TelemetryAttributes },
    parent?: Context,
  ): Span;
}

/** The parts of a meter that this module uses. */
export interface TelemetryMeter {
  createCounter(
    name: string,
    options: { description: string },
  ): { add(value: number, attributes?: TelemetryAttributes): void };
  createHistogram(
    name: string,
    options: { description: string; unit: string },
  ): { record(value: number, attributes?: TelemetryAttributes): void };
  createObservableCounter(
    name: string,
    options: { description: string },
  ): {
    addCallback(
      callback: (result: { observe(value: number, attributes?: TelemetryAttributes): void }) => void,
    ): void;
    removeCallback(callback: unknown): void;
  };
}

/** The parts of `@opentelemetry/api` 1 that this module uses: `import * as api from '@opentelemetry/api'`. */
export interface TelemetryApi<Context, Span extends TelemetrySpan> {
  trace: {
    getTracer(name: string): TelemetryTracer<Context, Span>;
    setSpan(context: Context, span: Span): Context;
  };
  metrics: { getMeter(name: string): TelemetryMeter };
  context: { active(): Context };
  propagation: { inject(context: Context, carrier: Record<string, string>): void };
}
