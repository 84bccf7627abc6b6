/** Metrics for clients. Origins are not attributes, because their number is unbounded. */
import type { ClientEvent } from '../events.ts';
import type { TieredStoreCounts } from '../store/tiered.ts';
import type { TelemetryMeter } from './telemetry-api.ts';

type Event<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>;

/** Listeners that update the metrics. */
export function meterEvents(meter: TelemetryMeter): {
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
export function meterTiers(meter: TelemetryMeter, counts: () => TieredStoreCounts): () => void {
  const counter = meter.createObservableCounter('robots.store.tier', {
    description: 'Operations of a tiered store, by kind',
  });
  const observe = (result: { observe(value: number, attributes: { kind: string }): void }): void => {
    for (const [kind, count] of Object.entries(counts())) result.observe(count, { kind });
  };
  counter.addCallback(observe);
  return () => counter.removeCallback(observe);
}
