/** The service's metrics for Prometheus. Labels come only from fixed lists, so no client can add series. */
import type { ClientEvent, EventListener, TieredStoreCounts } from '@robots-exclusion/client';
import type { WorkEnd } from '@robots-exclusion/client/pool';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import type { Shares } from '../access/shares.ts';
import { createDurations } from './durations.ts';

export interface Metrics {
  requestEnded(route: string, method: string, status: number, seconds: number): void;
  streamLine(): void;
  /** Counts a client that disconnected before it got its response. */
  hungUp(): void;
  taskEnded(task: string, end: WorkEnd, milliseconds: number): void;
  clientEvent(event: ClientEvent): void;
  storeFailed(operation: string): void;
  /** The metrics in the Prometheus text format, collected at most once a second: that takes 10 ms of the processor. */
  text(): Promise<{ type: string; text: string }>;
  /** Removes the metrics from the caller's registry. */
  close(): void;
}

/** Sources of values that are read whenever metrics are requested. */
export interface MetricSources {
  tasksWaiting(): number;
  shares: Shares;
  /** Whether to include Node's own metrics, such as memory, event loop and garbage collection. */
  withProcess: boolean;
  /** The caller's registry, to which the metrics are added. */
  registry?: Registry | undefined;
  /** Returns the counts of the tiered store, if there is one. */
  tiers(): TieredStoreCounts | undefined;
}

const COLLECT_EVERY_MS = 1000;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics({
  tasksWaiting,
  shares,
  withProcess,
  registry: given,
  tiers,
}: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // A caller with its own registry already has these metrics or does not want them.
  if (withProcess && given === undefined) collectDefaultMetrics({ register: registry });
  const http = httpMetrics(registry, shares);
  addTierMetrics(registers, tiers);
  const tasks = taskMetrics(registers, tasksWaiting);
  const clientEvent = createClientMetrics(registers, SECONDS);
  const storeErrors = new Counter({
    name: 'robots_store_errors_total',
    help: 'Store failures; decisions continue without the store',
    labelNames: ['operation'],
    registers,
  });
  const own = registry.getMetricsAsArray();
  for (const metric of own) given?.registerMetric(metric as unknown as Metric);
  const reported = given ?? registry;
  let last: { at: number; text: Promise<string> } | undefined;
  return {
    ...http,
    ...tasks,
    clientEvent,
    storeFailed: (operation: string): void => storeErrors.inc({ operation }),
    text() {
      const now = performance.now();
      if (last === undefined || now - last.at >= COLLECT_EVERY_MS)
        last = { at: now, text: reported.metrics() };
      return last.text.then((text) => ({ type: reported.contentType, text }));
    },
    close() {
      for (const { name } of own) given?.removeSingleMetric(name);
    },
  };
}

/**
 * Adds metrics for a shared store with a memory tier in front of it. They count operations by the tier that served
 * them, and failures of the shared store.
 */
function addTierMetrics(registers: Registry[], tiers: () => TieredStoreCounts | undefined): void {
  const reported = new Map<string, number>();
  new Counter({
    name: 'robots_store_tier_total',
    help: 'Operations of a shared store with a memory tier in front of it, by kind',
    labelNames: ['kind'],
    registers,
    collect() {
      const counts = tiers();
      if (counts === undefined) return;
      const { upperHits, lowerReads, lowerFailures, localReads, localWrites, broughtDown } = counts;
      const kinds = {
        'upper-hit': upperHits,
        'lower-read': lowerReads,
        'lower-failure': lowerFailures,
        'local-read': localReads,
        'local-write': localWrites,
        'brought-down': broughtDown,
      };
      for (const [kind, count] of Object.entries(kinds)) {
        this.inc({ kind }, count - (reported.get(kind) ?? 0));
        reported.set(kind, count);
      }
    },
  });
}

function httpMetrics(registry: Registry, shares: Shares) {
  const registers = [registry];
  const answered = new Map<string, { labels: Record<string, string | number>; count: number }>();
  new Counter({
    name: 'robots_http_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers,
    // Requests are counted in a plain map, because incrementing this counter takes ten times as long. The counts are
    // transferred to the counter when the metrics are read.
    collect() {
      for (const counted of answered.values()) {
        if (counted.count > 0) this.inc(counted.labels, counted.count);
        counted.count = 0;
      }
    },
  });
  const durations = createDurations(
    {
      name: 'robots_http_request_duration_seconds',
      help: 'Time from a request to its response, or to the start of a stream',
      bounds: SECONDS,
    },
    registry,
  );
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('robots_http_requests_in_flight', 'Requests in progress', shares.requests.taken);
  gauge('robots_http_streams_open', 'Open streams', shares.streams.taken);
  gauge('robots_http_held_bytes', 'Octets of request bodies and long responses in memory', shares.held.taken);
  new Counter({
    name: 'robots_client_cpu_seconds_total',
    help: 'Processor time charged to clients, in workers too',
    registers,
    collect() {
      this.reset();
      this.inc(shares.cpu.charged() / 1000);
    },
  });
  gauge('robots_fetch_turns_waiting', 'Fetches that are waiting for their turn', shares.fetches.waiting);
  const lines = new Counter({
    name: 'robots_stream_lines_total',
    help: 'Stream lines answered',
    registers,
  });
  const hangUps = new Counter({
    name: 'robots_http_hangups_total',
    help: 'Connections that closed before their response was sent; their work is stopped, too',
    registers,
  });
  return {
    requestEnded(route: string, method: string, status: number, seconds: number): void {
      const key = `${method} ${status} ${route}`;
      const counted = answered.get(key);
      if (counted) counted.count += 1;
      else answered.set(key, { labels: { route, method, status }, count: 1 });
      durations.observe(route, seconds);
    },
    streamLine: (): void => lines.inc(),
    hungUp: (): void => hangUps.inc(),
  };
}

function taskMetrics(registers: Registry[], tasksWaiting: () => number) {
  const ended = new Counter({
    name: 'robots_worker_tasks_total',
    help: 'Tasks on untrusted files by how they ended; a missed deadline also terminates the worker',
    labelNames: ['task', 'end'],
    registers,
  });
  const duration = new Histogram({
    name: 'robots_worker_task_duration_seconds',
    help: 'Duration of tasks on untrusted files, including the wait for a worker',
    labelNames: ['task'],
    buckets: SECONDS,
    registers,
  });
  new Gauge({
    name: 'robots_worker_tasks_waiting',
    help: 'Tasks that are waiting for a worker',
    registers,
    collect() {
      this.set(tasksWaiting());
    },
  });
  return {
    taskEnded(task: string, end: WorkEnd, milliseconds: number): void {
      ended.inc({ task, end });
      duration.observe({ task }, milliseconds / 1000);
    },
  };
}

/** Creates a listener that counts events. Origins are not labels, because their number is unbounded. */
function createClientMetrics(registers: Registry[], buckets: number[]): EventListener {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const fetches = counter('robots_fetches_total', 'Finished fetches of robots.txt', ['outcome']);
  const rows = counter(
    'robots_fetch_rows_total',
    'Finished fetches by the row of the outcome table that determined the decision',
    ['row'],
  );
  const hits = counter('robots_cache_hits_total', 'Checks answered from a cached record', ['outcome']);
  const stale = counter('robots_stale_total', 'Uses of stale rules while robots.txt is unreachable');
  const shared = counter(
    'robots_shared_fetches_total',
    'Checks that joined a fetch in progress in this process',
  );
  const waits = counter('robots_lock_waits_total', 'Number of waits for a fetch by another process', ['end']);
  const refreshes = counter('robots_refresh_failures_total', 'Failed renewals ahead of expiry');
  const unreadable = counter('robots_unreadable_records_total', 'Stored records that could not be read');
  const seconds = new Histogram({
    name: 'robots_fetch_duration_seconds',
    help: 'Duration of a robots.txt fetch, including redirects',
    buckets,
    registers,
  });
  const count: { [Type in ClientEvent['type']]?: (event: Extract<ClientEvent, { type: Type }>) => void } = {
    outcome({ outcome, policyRow, durationMs }) {
      fetches.inc({ outcome });
      rows.inc({ row: policyRow });
      seconds.observe(durationMs / 1000);
    },
    hit: ({ outcome }) => hits.inc({ outcome }),
    stale: () => stale.inc(),
    shared: () => shared.inc(),
    'lock-wait': ({ end }) => waits.inc({ end }),
    'refresh-failed': () => refreshes.inc(),
    'record-unreadable': () => unreadable.inc(),
  };
  return (event) => (count[event.type] as ((event: ClientEvent) => void) | undefined)?.(event);
}
