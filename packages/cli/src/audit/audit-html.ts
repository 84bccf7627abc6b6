/** An audit as one page that needs nothing else: no script, no style sheet, no image. */
import { type AuditReport, type CrawlerReport, hitClasses, type RuleReport } from '@robots-exclusion/audit';
import { type Markup as Html, markup as html } from '../output/markup.ts';
import { against, claimOf, provenBy } from './audit-words.ts';

const style = html`
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1b1b1b; background: #fff; }
    table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
    th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid #ccc; vertical-align: top; }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
    tr.against td:first-child { color: #a00000; font-weight: 600; }
    code { overflow-wrap: anywhere; }
    .scroll { overflow-x: auto; }`;

/** The page. Everything in it that comes from logs and files is text. */
export function auditHtml(report: AuditReport): Html {
  const { first = '', last = '', graceHours } = report;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <title>Crawlers and robots.txt: an audit</title>
    <style>${style}
    </style>
  </head>
  <body>
    <main>
      <h1>${report.headline}</h1>
      <p>${first} to ${last}; a crawler may go by an older version for ${graceHours} hours.</p>
      <h2>Crawlers</h2>
      ${crawlerTable(report.crawlers)}
      <h2>Crawlers by identity</h2>
      ${gradeTable(report.crawlers)}
      <h2>Lines of robots.txt</h2>
      ${ruleTable(report.rules)}
      <h2>Names that others used</h2>
      ${spooferTable(report)}
      <h2>Versions and logs</h2>
      ${sourceTables(report)}
      <ul>${report.notes.map((note) => html`<li>${note}</li>`)}</ul>
    </main>
  </body>
</html>
`;
}

function tableOf(heads: readonly string[], rows: readonly Html[], numbers: readonly number[] = []): Html {
  if (rows.length === 0) return html`<p>None.</p>`;
  const cells = heads.map((head, index) =>
    numbers.includes(index)
      ? html`<th scope="col" class="number">${head}</th>`
      : html`<th scope="col">${head}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${heads.join(', ')}"><table><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function crawlerTable(crawlers: readonly CrawlerReport[]): Html {
  const heads = [
    'Crawler',
    'Operator',
    ...hitClasses.slice(0, -1),
    'Refuted',
    'Requests',
    'robots.txt',
    'Proven by',
    'Claim',
  ];
  const rows = crawlers.map((crawler) => {
    const numbers = [
      ...hitClasses.slice(0, -1).map((name) => crawler.classes[name] ?? 0),
      crawler.identity.refuted ?? 0,
      crawler.requests,
      crawler.robotsFetches,
    ];
    return html`<tr class="${against(crawler) > 0 ? 'against' : ''}"><td>${crawler.token}</td><td>${crawler.operator ?? ''}</td>${numbers.map((number) => html`<td class="number">${number}</td>`)}<td>${provenBy(crawler)}</td><td>${claimOf(crawler)}</td></tr>`;
  });
  return tableOf(heads, rows, [2, 3, 4, 5, 6, 7, 8, 9]);
}

function gradeTable(crawlers: readonly CrawlerReport[]): Html {
  const heads = [
    'Crawler',
    'Identity',
    'Requests',
    'robots.txt',
    'Last robots.txt',
    'Allowed',
    'Violations',
    'Rate',
    'First',
    'Last',
  ];
  const rows = crawlers.flatMap(({ token, grades }) =>
    Object.entries(grades).map(
      ([grade, tally]) =>
        html`<tr><td>${token}</td><td>${grade}</td><td class="number">${tally.requests}</td><td class="number">${tally.robotsFetches}</td><td>${tally.lastRobotsFetch ?? ''}</td><td class="number">${tally.allowed}</td><td class="number">${tally.violations}</td><td class="number">${(100 * tally.violationRate).toFixed(1)} %</td><td>${tally.first ?? ''}</td><td>${tally.last ?? ''}</td></tr>`,
    ),
  );
  return tableOf(heads, rows, [2, 3, 5, 6, 7]);
}

function ruleTable(rules: readonly RuleReport[]): Html {
  const rows = rules.map(({ version, line, text, token, classes, samples }) => {
    const counts = Object.entries(classes).map(([name, count]) => `${name} ${count}`);
    const urls = samples.map((sample) => html`<div>line ${sample.line}: <code>${sample.url}</code></div>`);
    return html`<tr><td class="number">${line}</td><td><code>${text}</code></td><td>${version}</td><td>${token}</td><td>${counts.join(', ')}</td><td>${urls}</td></tr>`;
  });
  return tableOf(['Line', 'Rule', 'Version', 'Crawler', 'Requests', 'Lines of the log'], rows, [0]);
}

function spooferTable({ spoofers }: AuditReport): Html {
  const rows = spoofers.map(
    ({ network, token, requests }) =>
      html`<tr><td>${network}</td><td>${token}</td><td class="number">${requests}</td></tr>`,
  );
  return tableOf(['Network', 'Name', 'Requests'], rows, [2]);
}

function sourceTables({ versions, logs }: AuditReport): Html {
  const versionRows = versions.map(
    ({ name, from, digest = '', octets }) =>
      html`<tr><td>${name}</td><td>${from ?? 'always'}</td><td class="number">${octets}</td><td><code>${digest}</code></td></tr>`,
  );
  const logRows = logs.map(
    ({ name, format = 'unknown', lines, skipped }) =>
      html`<tr><td>${name}</td><td>${format}</td><td class="number">${lines}</td><td class="number">${skipped}</td></tr>`,
  );
  return html`${tableOf(['Version', 'In force from', 'Octets', 'SHA-256'], versionRows, [2])}${tableOf(['Log', 'Format', 'Lines', 'Not understood'], logRows, [2, 3])}`;
}
