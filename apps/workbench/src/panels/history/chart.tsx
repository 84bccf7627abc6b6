/** A line chart; uPlot is loaded when the first one is shown. */
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface ChartProps {
  readonly title: string;
  readonly values: readonly number[];
  readonly unit: string;
  /** Labels at the ends of the axis. */
  readonly from: string;
  readonly to: string;
}

export function Chart({ title, values, unit, from, to }: ChartProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    let remove: (() => void) | undefined;
    import('./draw-chart.ts')
      .then(({ drawChart }) => {
        if (!isGone && host.current) remove = drawChart(host.current, values, unit);
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      remove?.();
    };
  }, [values.join()]);
  const last = values.at(-1) ?? 0;
  return (
    <figure>
      <figcaption>
        {title}. {values.length} values from {from} to {to}: minimum {shown(Math.min(...values))}, maximum{' '}
        {shown(Math.max(...values))}, latest {shown(last)} {unit}.
      </figcaption>
      <div class="chart" ref={host} aria-hidden="true" />
    </figure>
  );
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}
