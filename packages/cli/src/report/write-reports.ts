/** Writes reports in the requested format, one by one if the format permits, so that long lists appear gradually. */

import type { AiAccessRow } from '@robots-exclusion/operations/ai-access';
import { fileNotesText } from '@robots-exclusion/operations/shared';
import { ExitCode, mostImportant } from '../exit-codes.ts';
import { cut, pad } from '../output/columns.ts';
import { csv, type Encoded, jsonResults, ndjson } from '../output/encoded.ts';
import { type Markup as Html, markup as html } from '../output/markup.ts';
import { writeOut } from '../output/stdout.ts';
import { stdoutTerminal, type Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import { countText, evidenceText, obeysText, purposeWords, reachWords, statementText } from './ai-words.ts';
import type { SiteReport } from './site-reports.ts';

export type ReportFormat = 'text' | 'json' | 'ndjson' | 'csv' | 'html';

export async function writeReports(
  reports: AsyncIterable<SiteReport>,
  format: ReportFormat,
): Promise<ExitCode> {
  const reportedAt = `${new Date().toISOString().slice(0, 19)}Z`;
  const codes: ExitCode[] = [ExitCode.allowed];
  const kept: SiteReport[] = [];
  const results = jsonResults();
  for await (const report of reports) {
    codes.push(codeOf(report));
    if (format === 'text') await writeOut(aiText(report, reportedAt, stdoutTerminal()));
    else if (format === 'ndjson') await writeOut(ndjson([dated(report, reportedAt)]));
    else if (format === 'json') await writeOut(results.item(dated(report, reportedAt)));
    else kept.push(report);
  }
  if (format === 'json') await writeOut(results.end(undefined));
  if (format === 'csv') await writeOut(aiCsv(kept, reportedAt));
  if (format === 'html') await writeOut(aiHtml(kept, reportedAt));
  return mostImportant(codes);
}

/** Adds the report's time to its evidence. For the same input, nothing else differs between runs. */
function dated(report: SiteReport, reportedAt: string): object {
  return { ...report, evidence: { ...report.evidence, reportedAt } };
}

/**
 * The exit code of a report. A URL that could not be fetched and a file that could not be read have different codes.
 */
function codeOf(report: SiteReport): ExitCode {
  if (!('error' in report)) return ExitCode.allowed;
  return report.evidence.outcome === undefined ? ExitCode.badInput : ExitCode.undetermined;
}

const style = html`
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1b1b1b; background: #fff; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; overflow-wrap: anywhere; }
    table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
    th, td { text-align: start; padding: 0.25rem 0.5rem; border-bottom: 1px solid #ccc; vertical-align: top; unicode-bidi: isolate; }
    td:nth-child(n + 5) { overflow-wrap: anywhere; }
    .nothing { color: #a00000; font-weight: 600; } .everything { color: #0b6b57; font-weight: 600; }
    code { overflow-wrap: anywhere; }
    .scroll { overflow-x: auto; }
    @page { size: landscape; margin: 12mm; }
    @media print {
      body { font-size: 9pt; margin: 0; max-width: none; padding: 0; }
      .scroll { overflow: visible; }
      thead { display: table-header-group; }
      tr { break-inside: avoid; }
      section + section { break-before: page; }
      a { color: inherit; }
    }`;

/**
 * Creates one self-contained page, for policy makers to read and print. Escapes everything that comes from files.
 */
export function aiHtml(reports: readonly SiteReport[], reportedAt: string): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>AI crawlers and robots.txt</title>
    <style>${style}
    </style>
  </head>
  <body>
    <main>
      <h1>AI crawlers and robots.txt</h1>
      <p>What each site’s robots.txt says to the crawlers of AI operators, interpreted according to RFC 9309. Created ${reportedAt}. “Everything” and “nothing” are proven for all URLs of the site. A statement is a request; it blocks nothing. Whether a crawler obeys is what its operator (or a third party, where noted) publishes, as read on the given date.</p>
      ${reports.map(siteSection)}
    </main>
  </body>
</html>
`;
}

function siteSection(report: SiteReport): Html {
  const { evidence, checked } = report;
  const name = evidence.robotsUrl ?? evidence.source ?? '';
  if ('error' in report) return html`<section><h2>${name}</h2><p>${report.error.message}</p></section>`;
  const fetched =
    evidence.fetchedAt === undefined ? '' : html`<dt>Fetched</dt><dd>${evidence.fetchedAt}, ${ASKED}</dd>`;
  const digest =
    evidence.digest === undefined
      ? html`<p>${checked.outcome}: ${checked.seen}, ${ASKED}. By RFC 9309, section 2.3.1, everything may then be fetched.</p>`
      : html`<dl>${fetched}<dt>SHA-256 of the file</dt><dd><code>${evidence.digest}</code></dd></dl>`;
  const rows = report.results.map(
    (row) => html`
        <tr>
          <td>${row.operator}</td>
          <td>${purposeWords[row.purpose]}</td>
          <th scope="row">${row.token}</th>
          <td class="${row.reach}">${reachWords[row.reach]}</td>
          <td>${statementText(row)}</td>
          <td>${evidenceText(row, report.target)}${row.rule === undefined ? '' : html`: <code>${row.rule.text}</code>`}</td>
          <td>${obeysText(row)} <a href="${row.source}">${row.asOf}</a></td>
        </tr>`,
  );
  return html`<section>
      <h2>${name}</h2>
      ${digest}
      <p>${[countText(report.results), ...fileNotesText(report)].join('. ')}.</p>
      <div class="scroll">
      <table>
        <thead><tr><th scope="col">Operator</th><th scope="col">Purpose</th><th scope="col">Crawler</th><th scope="col">May fetch</th><th scope="col">Statement</th><th scope="col">Evidence</th><th scope="col">Obeys robots.txt, source</th></tr></thead>
        <tbody>${rows}
        </tbody>
      </table>
      </div>
      </section>`;
}

/** Whose answer a fetched file is, because a site may answer a crawler otherwise. */
const ASKED = 'as this program was answered';

/** The report on one site: its evidence, a line for each crawler and purpose, and a total. */
export function aiText(report: SiteReport, reportedAt: string, { columns, style }: Terminal): string[] {
  const { evidence, checked } = report;
  const name = style.bold(evidence.robotsUrl ?? evidence.source ?? '');
  const head =
    checked.outcome === 'holds' ? [name] : wrapped(`${name}  ${checked.outcome}: ${checked.seen}`, columns);
  if ('error' in report) return [...head, ''];
  const { fetchedAt } = evidence;
  const digest = evidence.digest === undefined ? '' : `, SHA-256 ${evidence.digest}`;
  const lines = report.results.flatMap((row) => rowLines(row, report.target, columns));
  const { isTruncated } = report;
  const notes = fileNotesText(isTruncated ? { isTruncated } : {}).flatMap((note) =>
    wrapped(note, columns - 2),
  );
  return [
    ...head,
    fetchedAt === undefined ? `  read ${reportedAt}${digest}` : `  fetched ${fetchedAt}${digest}, ${ASKED}`,
    ...notes.map((note) => `  ${note}`),
    ...lines,
    countText(report.results),
    '',
  ];
}

/** The lines of one row: the verdict in columns, and its evidence below. */
function rowLines(row: AiAccessRow, target: string, columns: number): string[] {
  const [operator, purpose] = [pad(cut(row.operator, 20), 20), pad(purposeWords[row.purpose], 11)];
  const left = columns - 20 - 11 - 10 - 3 * 2;
  const details = `${statementText(row)}; ${evidenceText(row, target)}; ${obeysText(row)}`;
  return [
    `${operator}  ${purpose}  ${pad(reachWords[row.reach], 10)}  ${cut(row.token, left)}`,
    ...wrapped(details, columns - 4).map((line) => `    ${line}`),
  ];
}

/** One row for each site, crawler and purpose. A site that could not be read has one row with the error. */
export function aiCsv(reports: readonly SiteReport[], reportedAt: string): Encoded {
  const head = [
    'site',
    'operator',
    'purpose',
    'crawler',
    'reach',
    'target',
    'allowed',
    'rule',
    'rule_line',
    'group',
    'statement',
    'obeys',
    'says',
    'source',
    'source_as_of',
    'fetched_at',
    'sha256',
    'reported_at',
    'error',
  ];
  const rows = reports.flatMap((report) => {
    const { evidence = {} } = report;
    const site = evidence.robotsUrl ?? evidence.source;
    const file = [evidence.fetchedAt, evidence.digest, reportedAt];
    const empty = head.slice(1, -4).map(() => undefined);
    if ('error' in report) return [[site, ...empty, ...file, report.error.message]];
    return report.results.map((row) => [
      ...[site, row.operator, row.purpose, row.token, row.reach, report.target, row.allowed],
      ...[
        row.rule?.text,
        row.rule?.line,
        row.group,
        statementText(row),
        row.obeys,
        row.sourceKind,
        row.source,
        row.asOf,
      ],
      ...[...file, undefined],
    ]);
  });
  return csv([head, ...rows]);
}
