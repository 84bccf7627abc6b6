/** What an audit found: classes, crawlers, and the rules that were not kept. */
import type { AuditReport, CrawlerReport, HitClass, RuleReport } from '@robots-exclusion/audit';
import type { JSX } from 'preact';
import { LineLink } from '../../parts/line-link.tsx';
import { session } from '../../state/session.ts';

const MAX_ROWS = 100;

const classTitles: readonly (readonly [HitClass, string])[] = [
  ['violation', 'disallowed, and asked for'],
  ['never-asked', 'disallowed, by crawlers that never fetched robots.txt'],
  ['within-grace', 'disallowed only recently'],
  ['allowed', 'allowed'],
  ['not-bound', 'not bound by robots.txt'],
  ['unidentified', 'not a known crawler'],
];

export interface AuditReportProps {
  readonly report: AuditReport;
  readonly urls: readonly (readonly [string, number])[];
}

export function AuditReportView({ report, urls }: AuditReportProps): JSX.Element {
  const { classes, crawlers, rules, requests, notes, logs } = report;
  return (
    <>
      <section aria-label="Requests">
        <h3>{requests.toLocaleString('en')} requests</h3>
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
            Use these {urls.length.toLocaleString('en')} URLs, weighted by requests
          </button>
        )}
      </section>
      <Crawlers crawlers={crawlers} />
      <Rules rules={rules} />
      <Skipped logs={logs} />
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </>
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

function Crawlers({ crawlers }: { crawlers: readonly CrawlerReport[] }): JSX.Element | null {
  if (crawlers.length === 0) return <p>No request names a crawler.</p>;
  return (
    <section aria-label="Crawlers of the log">
      <h3>Crawlers</h3>
      <div class="table-scroll" tabIndex={0} role="group" aria-label="Crawlers of the log">
        <table>
          <thead>
            <tr>
              <th scope="col">Crawler</th>
              <th scope="col" class="number">
                Requests
              </th>
              <th scope="col" class="number">
                Disallowed
              </th>
              <th scope="col" class="number">
                robots.txt fetched
              </th>
              <th scope="col">Identity</th>
            </tr>
          </thead>
          <tbody>
            {crawlers.slice(0, MAX_ROWS).map((row) => (
              <CrawlerRow key={row.token} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {crawlers.length > MAX_ROWS && <p class="note">and {crawlers.length - MAX_ROWS} more crawlers</p>}
    </section>
  );
}

function CrawlerRow({ row }: { row: CrawlerReport }): JSX.Element {
  const { token, operator, requests, violations, robotsFetches, identity } = row;
  return (
    <tr>
      <th scope="row">
        {token}
        {operator !== undefined && <span class="note"> · {operator}</span>}
      </th>
      <td class="number">{requests.toLocaleString('en')}</td>
      <td class={violations > 0 ? 'number problem' : 'number'}>{violations.toLocaleString('en')}</td>
      <td class="number">{robotsFetches.toLocaleString('en')}</td>
      <td class="note">
        {Object.entries(identity)
          .map(([grade, count]) => `${count} ${grade}`)
          .join(', ')}
      </td>
    </tr>
  );
}

function Rules({ rules }: { rules: readonly RuleReport[] }): JSX.Element | null {
  if (rules.length === 0) return null;
  return (
    <section aria-label="Rules that were not kept">
      <h3>Rules that were not kept</h3>
      <ul class="statements">
        {rules.slice(0, MAX_ROWS).map((rule) => (
          <li key={`${rule.line} ${rule.token}`}>
            <LineLink line={rule.line} /> <code>{rule.text}</code>{' '}
            <span class="note">
              {rule.token}: {countOf(rule).toLocaleString('en')} requests, such as{' '}
              {rule.samples[0]?.url ?? 'none shown'}
            </span>
          </li>
        ))}
      </ul>
      {rules.length > MAX_ROWS && <p class="note">and {rules.length - MAX_ROWS} more</p>}
    </section>
  );
}

function countOf({ classes }: RuleReport): number {
  return Object.values(classes).reduce((sum, count) => sum + count, 0);
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
