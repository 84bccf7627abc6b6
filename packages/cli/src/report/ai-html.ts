/** Formats the report on AI crawlers as one self-contained page, for policy makers to read and print. */
import { fileNotesText } from '@robots-exclusion/operations/shared';
import { type Markup as Html, markup as html } from '../output/markup.ts';
import { countText, evidenceText, obeysText, purposeWords, reachWords, statementText } from './ai-words.ts';
import type { SiteReport } from './site-reports.ts';

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

/** Creates the page. Escapes everything that comes from files. */
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
    evidence.fetchedAt === undefined ? '' : html`<dt>Fetched</dt><dd>${evidence.fetchedAt}</dd>`;
  const digest =
    evidence.digest === undefined
      ? html`<p>${checked.outcome}: ${checked.seen}. By RFC 9309, section 2.3.1, everything may then be fetched.</p>`
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
