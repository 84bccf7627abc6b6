/** Draws charts with uPlot, in the colours of the page. */
import 'uplot/dist/uPlot.min.css';
import UPlot from 'uplot';

const HEIGHT = 160;

/** Draws into `host`. Returns a function that removes the chart. */
export function drawChart(host: HTMLElement, values: readonly number[], unit: string): () => void {
  const style = getComputedStyle(host);
  const ink = style.getPropertyValue('color');
  const probe = document.createElement('span');
  probe.className = 'chart-line';
  host.append(probe);
  const line = getComputedStyle(probe).color;
  probe.remove();
  const axis = { stroke: ink, grid: { stroke: ink, width: 0.15 }, ticks: { show: false } };
  const chart = new UPlot(
    {
      width: Math.max(200, host.clientWidth),
      height: HEIGHT,
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false }, y: { range: (_chart, _least, most) => [0, most * 1.1 || 1] } },
      axes: [
        { ...axis, incrs: [1, 2, 5, 10, 20] },
        { ...axis, size: 64, label: unit, labelSize: 16 },
      ],
      series: [{}, { stroke: line, width: 2, points: { show: values.length < 40, size: 6 } }],
    },
    [values.map((_value, index) => index + 1), [...values]],
    host,
  );
  const observer = new ResizeObserver(() =>
    chart.setSize({ width: Math.max(200, host.clientWidth), height: HEIGHT }),
  );
  observer.observe(host);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
