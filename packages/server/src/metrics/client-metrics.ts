/** Counts the client's events: fetches, store operations and cache use. */
import type { ClientEvent, EventListener } from '@robots-exclusion/client';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Creates a listener that counts events. Origins are not labels, because their number is unbounded. */
export function createClientMetrics(registers: Registry[], buckets: number[]): EventListener {
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
