/** A lane for each crawler over time, with marks where the file changed. */
import type { AuditReport, CrawlerReport } from '@robots-exclusion/audit';
import type { JSX } from 'preact';

const MAX_LANES = 20;
const WIDTH = 600;
const HEIGHT = 26;

export function Lanes({ report }: { report: AuditReport }): JSX.Element | null {
  const { first, last, crawlers, versions } = report;
  const lanes = crawlers.filter(({ activity }) => activity.steps.length > 0).slice(0, MAX_LANES);
  if (first === undefined || last === undefined || lanes.length === 0) return null;
  const span = spanOf(Date.parse(first) / 1000, Date.parse(last) / 1000, lanes);
  const marks = versions.flatMap(({ name, from }) => {
    const at = from === null ? Number.NaN : Date.parse(from) / 1000;
    return at * 1000 > Date.parse(first) && at < span.to ? [{ name, x: span.x(at) }] : [];
  });
  return (
    <section aria-label="Over time">
      <h3>Over time</h3>
      <p class="note">
        {timeText(first)} to {timeText(last)}. Dark bars are requests, those with a red foot asked for what
        was disallowed.
        {marks.length > 0 &&
          ` Dashed lines: robots.txt changed ${marks.length === 1 ? 'once' : `${marks.length} times`}.`}
      </p>
      <ul class="lanes">
        {lanes.map((crawler) => (
          <li key={crawler.token}>
            <span class="lane-name">{crawler.token}</span>
            <Lane crawler={crawler} span={span} marks={marks} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Span {
  readonly from: number;
  readonly to: number;
  x(seconds: number): number;
}

/** From the first step to the end of the last one. */
function spanOf(first: number, last: number, lanes: readonly CrawlerReport[]): Span {
  const starts = lanes.map(({ activity }) => activity.steps[0]?.[0] ?? first);
  const ends = lanes.map(({ activity: { steps, stepSeconds } }) => (steps.at(-1)?.[0] ?? last) + stepSeconds);
  const from = Math.min(first, ...starts);
  const to = Math.max(last, ...ends);
  return { from, to, x: (seconds) => ((seconds - from) / Math.max(to - from, 1)) * WIDTH };
}

interface LaneProps {
  readonly crawler: CrawlerReport;
  readonly span: Span;
  readonly marks: readonly { readonly name: string; readonly x: number }[];
}

function Lane({ crawler, span, marks }: LaneProps): JSX.Element {
  const { token, requests, classes, activity } = crawler;
  const most = Math.max(...activity.steps.map(([, count]) => count));
  // Square root: a day with ten requests stays visible beside one with ten thousand.
  const height = (count: number): number => Math.sqrt(count / most) * (HEIGHT - 2);
  const against = (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
  return (
    <svg
      class="lane"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${token}: ${requests} requests, ${against} for what was disallowed`}
    >
      {marks.map(({ name, x }) => (
        <line key={name} class="lane-change" x1={x} x2={x} y1={0} y2={HEIGHT}>
          <title>robots.txt changed: {name}</title>
        </line>
      ))}
      {activity.steps.map(([start, count, broken]) => {
        const x = span.x(start);
        const width = Math.max(span.x(start + activity.stepSeconds) - x - 0.5, 1.5);
        const tall = Math.max(height(count), 2);
        const foot = broken === 0 ? 0 : Math.max((broken / count) * tall, 3);
        return (
          <g key={start}>
            <title>
              {timeText(start * 1000)}: {count} requests, {broken} for what was disallowed
            </title>
            <rect class="lane-bar" x={x} y={HEIGHT - tall} width={width} height={tall} />
            {foot > 0 && <rect class="lane-foot" x={x} y={HEIGHT - foot} width={width} height={foot} />}
          </g>
        );
      })}
    </svg>
  );
}

function timeText(instant: string | number): string {
  return new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
