/**
 * A histogram of durations by route. The histogram of prom-client looks up its labels on every request, which takes
 * longer than all other counting. This histogram creates its labels only when it is read.
 */
import type { Metric, Registry } from 'prom-client';

export interface Durations {
  observe(route: string, seconds: number): void;
}

interface Observed {
  /** The count of each bucket, without the counts of lower buckets. The last bucket has no upper bound. */
  counts: Float64Array;
  sum: number;
}

/** @param bounds The upper bounds in seconds, ascending. */
export function createDurations(
  { name, help, bounds }: { name: string; help: string; bounds: readonly number[] },
  registry: Registry,
): Durations {
  const routes = new Map<string, Observed>();
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: [...routes].flatMap(([route, observed]) => series(name, route, observed, bounds)),
  });
  registry.registerMetric({ name, get, reset: () => routes.clear() } as unknown as Metric);
  return {
    observe(route, seconds) {
      let observed = routes.get(route);
      if (observed === undefined) {
        observed = { counts: new Float64Array(bounds.length + 1), sum: 0 };
        routes.set(route, observed);
      }
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
      (observed.counts[bucket] as number)++;
      observed.sum += seconds;
    },
  };
}

/** Converts counts to the Prometheus format, in which each bucket includes the previous buckets. */
function series(name: string, route: string, { counts, sum }: Observed, bounds: readonly number[]) {
  let count = 0;
  const buckets = [...bounds, '+Inf'].map((le, bucket) => {
    count += counts[bucket] as number;
    return { metricName: `${name}_bucket`, labels: { le, route }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { route }, value: sum },
    { metricName: `${name}_count`, labels: { route }, value: count },
  ];
}
