/** The result of an audit: classes, timelines, violated lines, crawlers. */

import type { AuditReport, CrawlerReport, HitClass } from '@robots-exclusion/audit';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { countOf } from '../../engine/words.ts';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { CrawlerTable } from './crawler-table.tsx';
import { HeatMap } from './heat-map.tsx';
import type { AuditAnswer } from './job.ts';
import { type Bar, dayScale, timeScale, timeText, WIDTH } from './lane-scale.ts';

const classTitles: readonly (readonly [HitClass, string])[] = [
  ['violation', 'disallowed, from crawlers that request robots.txt'],
  ['never-asked', 'disallowed, from crawlers with no request for robots.txt in the log'],
  ['redirected', 'disallowed, but answered with a redirect or 304'],
  ['within-grace', 'disallowed only recently'],
  ['allowed', 'allowed'],
  ['not-bound', 'not bound by robots.txt'],
  ['not-judged', 'not judged'],
  [
    'unidentified',
    'not recognized as a crawler’s, or from a sender whose identity is refuted or cannot be checked',
  ],
];

type AuditReportProps = Extract<AuditAnswer, { readonly report: AuditReport }>;

export function AuditReportView({ report, urls, requestsOmitted }: AuditReportProps): JSX.Element {
  const { classes, crawlers, requests, notes, logs, headline, fitness } = report;
  const isDraft = useIsDraft(report);
  return (
    <>
      <section aria-label="Requests">
        <h3>{headline}</h3>
        {fitness.problems
          .filter(({ message }) => !headline.includes(message))
          .map(({ message }) => (
            <p key={message} class="note">
              {message}.
            </p>
          ))}
        <p>{requests.toLocaleString('en')} requests</p>
        <ul class="counts">
          {classTitles
            .filter(([name]) => classes[name] > 0)
            .map(([name, title]) => (
              <li key={name}>
                <strong>{classes[name].toLocaleString('en')}</strong> {title}
              </li>
            ))}
        </ul>
        {urls.length > 0 && (
          <button type="button" onClick={() => takeUrls(urls)}>
            Use {countOf(urls.length, 'URL')} from the log, weighted by requests
          </button>
        )}
        {requestsOmitted > 0 && (
          <p class="note">excluding {countOf(requestsOmitted, 'request')} for other URLs</p>
        )}
      </section>
      <Lanes report={report} />
      <HeatMap report={report} isDraft={isDraft} />
      <CrawlerTable crawlers={crawlers} />
      <Skipped logs={logs} />
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </>
  );
}

/** Returns a function that recognizes versions by the draft's digest. Outside a secure context, it recognizes none. */
function useIsDraft({ versions }: AuditReport): (version: string) => boolean {
  const draft = useStore(session, (state) => state.draft);
  const [digest, setDigest] = useState<string | undefined>();
  useEffect(() => {
    let isWanted = true;
    void digestOf(draft).then((found) => isWanted && setDigest(found));
    return () => {
      isWanted = false;
    };
  }, [draft]);
  return (version) =>
    digest !== undefined && versions.some((one) => one.name === version && one.digest === digest);
}

async function digestOf(text: string): Promise<string | undefined> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const digest = await subtle?.digest('SHA-256', new TextEncoder().encode(text));
  return (
    digest && Array.from(new Uint8Array(digest), (octet) => octet.toString(16).padStart(2, '0')).join('')
  );
}

function takeUrls(urls: AuditReportProps['urls']): void {
  session.set({
    urls: urls.map(([url]) => url),
    urlsFrom: 'person',
    weights: { unit: 'requests', byUrl: new Map(urls) },
    panel: 'verdicts',
    lineFilter: 0,
  });
}

function Skipped({ logs }: { logs: AuditReport['logs'] }): JSX.Element | null {
  const skipped = logs.filter((log) => log.skipped > 0);
  if (skipped.length === 0) return null;
  return (
    <p class="note">
      {skipped
        .map(({ name, skipped: count, lines }) => `${name}: ${count} of ${lines} lines are not requests`)
        .join('; ')}
    </p>
  );
}

const MAX_LANES = 20;
const HEIGHT = 26;

function Lanes({ report }: { report: AuditReport }): JSX.Element | null {
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
