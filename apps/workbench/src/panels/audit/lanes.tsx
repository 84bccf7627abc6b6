/** A timeline for each crawler, with marks where the file changed. */
import type { AuditReport, CrawlerReport } from '@robots-exclusion/audit';
import type { JSX } from 'preact';
import { countOf } from '../../engine/count-of.ts';
import { type Bar, dayScale, timeScale, timeText, WIDTH } from './lane-scale.ts';

const MAX_LANES = 20;
const HEIGHT = 26;

export function Lanes({ report }: { report: AuditReport }): JSX.Element | null {
  const { first, last, crawlers, versions } = report;
  const active = crawlers.filter(({ activity }) => activity.steps.length > 0);
  const lanes = active.slice(0, MAX_LANES);
  if (first === undefined || last === undefined || lanes.length === 0) return null;
  const scale = dayScale(report, lanes) ?? timeScale(report, lanes);
  const marks = versions.flatMap(({ name, from }) => {
    const x = from === null ? undefined : scale.markAt(Date.parse(from));
    return x === undefined ? [] : [{ name, x }];
  });
  return (
    <section aria-label="Over time">
      <h3>Over time</h3>
      <p class="note">
        {timeText(first)} to {timeText(last)}. {scale.note}Dark bars show requests; a red base shows requests
        for disallowed URLs.
        {active.length > lanes.length &&
          ` Not drawn: ${countOf(active.length - lanes.length, 'more crawler')}.`}
        {marks.length > 0 &&
          ` Dashed lines: robots.txt changed ${marks.length === 1 ? 'once' : `${marks.length} times`}.`}
      </p>
      <ul class="lanes">
        {lanes.map((crawler) => (
          <li key={crawler.token}>
            <span class="lane-name">{crawler.token}</span>
            <Lane crawler={crawler} bars={scale.barsOf(crawler)} marks={marks} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LaneProps {
  readonly crawler: CrawlerReport;
  readonly bars: readonly Bar[];
  readonly marks: readonly { readonly name: string; readonly x: number }[];
}

function Lane({ crawler, bars, marks }: LaneProps): JSX.Element {
  const { token, requests, classes } = crawler;
  const most = Math.max(...bars.map(({ count }) => count));
  // Uses the square root of the count, so that a day with ten requests stays visible beside a day with ten thousand.
  const height = (count: number): number => Math.sqrt(count / most) * (HEIGHT - 2);
  const against = (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
  return (
    <svg
      class="lane"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${token}: ${requests} requests, ${against} for disallowed URLs`}
    >
      {marks.map(({ name, x }) => (
        <line key={name} class="lane-change" x1={x} x2={x} y1={0} y2={HEIGHT}>
          <title>robots.txt changed: {name}</title>
        </line>
      ))}
      {bars.map(({ when, x, width, count, broken }) => {
        const tall = Math.max(height(count), 2);
        const foot = broken === 0 ? 0 : Math.max((broken / count) * tall, 3);
        return (
          <g key={when}>
            <title>
              {when}: {count} requests, {broken} for disallowed URLs
            </title>
            <rect class="lane-bar" x={x} y={HEIGHT - tall} width={width} height={tall} />
            {foot > 0 && <rect class="lane-foot" x={x} y={HEIGHT - foot} width={width} height={foot} />}
          </g>
        );
      })}
    </svg>
  );
}
