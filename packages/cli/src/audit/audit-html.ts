/**
 * Formats an audit as one self-contained page without scripts, external style sheets or images. The page is for readers
 * who are not engineers, and for printing, with one page per crawler.
 */
import {
  type AuditReport,
  type Comparison,
  type CrawlerReport,
  type HitClass,
  hitClasses,
  type RuleReport,
  type Sample,
} from '@robots-exclusion/audit';
import { counted } from '../output/counted.ts';
import { type Markup as Html, markup as html } from '../output/markup.ts';
import { packageVersion } from '../package-version.ts';
import { changeText, claimOf, dayOf, groupText, octetsText, provenBy, unmetOf } from './audit-words.ts';
import { registryFacts } from './bundle.ts';

const style = html`
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 64rem; padding: 0 1rem; color: #1b1b1b; background: #fff; }
    h1 { font-size: 1.6rem; line-height: 1.3; } h2 { font-size: 1.3rem; margin-top: 2.5rem; } h3 { font-size: 1rem; }
    .lead { font-size: 1.15rem; }
    table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1.5rem; }
    th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid #ccc; vertical-align: top; }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
    tr.against td:first-child, .against strong { color: #a00000; font-weight: 600; }
    code { overflow-wrap: anywhere; }
    dt { font-weight: 600; } dd { margin: 0 0 0.5rem 1.5rem; }
    .scroll { overflow-x: auto; }
    @page { margin: 18mm 15mm; }
    @media print {
      body { font-size: 10pt; margin: 0; max-width: none; padding: 0; }
      .scroll { overflow: visible; }
      thead { display: table-header-group; }
      tr, dt, dd { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
      section.crawler, section.appendix { break-before: page; }
      a { color: inherit; }
    }`;

const MOST_SECTIONS = 50;

/** Explains the request classes to readers who have never seen a log. */
const MEANINGS: Readonly<Record<HitClass, string>> = {
  violation:
    'every version of robots.txt that the crawler may have had at that time forbids the page, and the crawler does request robots.txt.',
  'never-asked':
    'robots.txt forbids the page, and the logs show no request for robots.txt from this crawler.',
  redirected:
    'like one of the two above, but the server sent no page: it redirected the crawler, or reported that the page had not changed (304).',
  'within-grace':
    'robots.txt forbids the page now, but the crawler may still have had an older version that allowed it. The standard permits that for 24 hours.',
  allowed: 'robots.txt allows the page.',
  'not-bound': 'robots.txt does not bind the sender, for example because a person asked for the page.',
  'not-judged': 'the logs or the versions of robots.txt lack the data needed to judge the request.',
  unidentified:
    'not recognized as a crawler, a sender with a false name, or a sender whose identity cannot be checked. These requests count against no crawler.',
};

/** Creates the page. Escapes everything that comes from logs and files. */
export function auditHtml(report: AuditReport, comparison?: Comparison): Html {
  const { first, last, fitness, crawlers } = report;
  const period =
    first === undefined || last === undefined
      ? ''
      : ` made from ${minuteOf(first)} to ${minuteOf(last)} (UTC)`;
  const problems = fitness.problems.filter(({ message }) => !report.headline.includes(message));
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
      <h1>Crawlers and robots.txt</h1>
      <p class="lead">${report.headline}</p>
      <p>This report is about ${counted(report.requests, 'request')}${period}. ${groupText(report)}</p>
      ${problems.length === 0 ? '' : html`<h2>What the logs do not show</h2><ul>${problems.map(({ message }) => html`<li>${message}.</li>`)}</ul>`}
      <h2>All crawlers</h2>
      ${crawlerTable(crawlers)}
      ${comparison ? html`<h2>Compared with the earlier report</h2>${comparisonTable(comparison)}` : ''}
      ${crawlers.slice(0, MOST_SECTIONS).map((crawler) => crawlerSection(crawler, report))}
      ${crawlers.length > MOST_SECTIONS ? html`<p>Listed only in the table of all crawlers: ${counted(crawlers.length - MOST_SECTIONS, 'other crawler')}.</p>` : ''}
      <section class="appendix">
      <h2>How requests are counted</h2>
      <p>A website states in its robots.txt file which pages automated programs (crawlers) may fetch. The standard is RFC 9309. A crawler may follow an older version of the file for ${report.graceHours} hours.</p>
      <dl>${hitClasses.map((name) => html`<dt>${name} (${report.classes[name]})</dt><dd>${MEANINGS[name]}</dd>`)}</dl>
      <h2>Who sent the requests</h2>
      ${gradeTable(crawlers)}
      <h2>Senders that impersonated a crawler</h2>
      ${spooferTable(report)}
      <h2>Rules that no request matched</h2>
      ${unmetTable(report)}
      <h2>Versions of robots.txt and logs</h2>
      ${sourceTables(report)}
      <ul>${report.notes.map((note) => html`<li>${note}</li>`)}</ul>
      <p>Created by robots audit ${packageVersion()} with the crawler registry of ${registryFacts().asOf}.</p>
      </section>
    </main>
  </body>
</html>
`;
}

function minuteOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}`;
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
  const hasCost = crawlers.some(({ traffic }) => traffic.cost !== undefined);
  const heads = [
    'Crawler',
    'Operator',
    'Forbidden pages',
    'All requests',
    'robots.txt requests',
    'Served',
    ...(hasCost ? ['Cost'] : []),
    'Impersonated',
    'Proven by',
    'Operator says',
  ];
  const rows = crawlers.map((crawler) => {
    const { token, operator = '', requests, robotsFetches, traffic, identity } = crawler;
    const cost = hasCost ? html`<td class="number">${(traffic.cost ?? 0).toFixed(2)}</td>` : '';
    return html`<tr class="${crawler.disallowed > 0 ? 'against' : ''}"><td>${token}</td><td>${operator}</td><td class="number">${crawler.disallowed}</td><td class="number">${requests}</td><td class="number">${robotsFetches}</td><td class="number">${octetsText(traffic)}</td>${cost}<td class="number">${identity.refuted ?? 0}</td><td>${provenBy(crawler)}</td><td>${claimOf(crawler)}</td></tr>`;
  });
  return tableOf(heads, rows, hasCost ? [2, 3, 4, 5, 6, 7] : [2, 3, 4, 5, 6]);
}

/** The section about one crawler: sentences first, then tables. */
function crawlerSection(crawler: CrawlerReport, { rules }: AuditReport): Html {
  const { token, operator, traffic, first, last, requests } = crawler;
  const own = rules.filter((rule) => rule.token === token);
  const broken = own.filter(({ classes }) => (classes.violation ?? 0) + (classes['never-asked'] ?? 0) > 0);
  const met = own.filter((rule) => !broken.includes(rule));
  const span = first === undefined || last === undefined ? '' : ` from ${dayOf(first)} to ${dayOf(last)}`;
  return html`<section class="crawler ${crawler.disallowed > 0 ? 'against' : ''}">
      <h2>${token}${operator === undefined ? '' : ` (${operator})`}</h2>
      <p>${token} made ${counted(requests, 'request')}${span}. <strong>${verdictOn(crawler)}</strong> ${redirectedText(crawler)}</p>
      <p>${identityText(crawler)}</p>
      ${broken.map(brokenRule)}
      ${met.length === 0 ? '' : html`<h3>Rules that it matched without a violation</h3>${ruleTable(met)}`}
      <h3>What it was served</h3>
      <p>${servedText(crawler)}</p>
      ${tableOf(
        ['Path', 'Requests'],
        traffic.topPaths.map(
          ({ path, requests: count }) =>
            html`<tr><td><code>${path}</code></td><td class="number">${count}</td></tr>`,
        ),
        [1],
      )}
      ${
        traffic.days.length < 2
          ? ''
          : tableOf(
              ['Day', 'Requests', 'Forbidden pages', 'Served'],
              traffic.days.map(
                ([day, all, bad, octets]) =>
                  html`<tr><td>${day}</td><td class="number">${all}</td><td class="number">${bad}</td><td class="number">${octetsText({ octets, sized: all })}</td></tr>`,
              ),
              [1, 2, 3],
            )
      }
      </section>
      `;
}

function verdictOn(crawler: CrawlerReport): string {
  const { classes, robotsFetches } = crawler;
  const [violations, unasked] = [classes.violation ?? 0, classes['never-asked'] ?? 0];
  if (violations > 0) {
    const also =
      unasked > 0
        ? ` It made ${unasked} more on hosts for which the logs show no robots.txt request from it.`
        : '';
    return `${counted(violations, 'request')} asked for pages that robots.txt forbids it to fetch.${also}`;
  }
  if (unasked > 0) {
    const where = robotsFetches > 0 ? ', on hosts for which' : ';';
    return `${counted(unasked, 'request')} asked for pages that robots.txt forbids it to fetch${where} the logs show no robots.txt request from it.`;
  }
  if (crawler.requests === 0) return '';
  if ((classes['not-bound'] ?? 0) === crawler.requests) return 'robots.txt does not bind it.';
  if (crawler.requests === (classes['not-judged'] ?? 0)) return 'None of them could be judged.';
  return 'It requested no page that every applicable version forbids.';
}

function redirectedText({ classes }: CrawlerReport): string {
  const parts: string[] = [];
  if (classes.redirected)
    parts.push(
      `${counted(classes.redirected, 'forbidden request')} received a redirect or a 304 instead of the page.`,
    );
  if (classes['within-grace'])
    parts.push(
      `${counted(classes['within-grace'], 'request')} fell within the period in which an older version may still be followed.`,
    );
  return parts.join(' ');
}

function identityText(crawler: CrawlerReport): string {
  const refuted = crawler.identity.refuted ?? 0;
  const proofs = provenBy(crawler);
  const isOnlyClaimed = (crawler.identity.claimed ?? 0) === crawler.requests;
  const who =
    crawler.requests === 0
      ? ''
      : isOnlyClaimed
        ? 'Nothing proves who sent them: the sender only claims this name. '
        : `Evidence of the sender: ${proofs}. `;
  const others =
    refuted === 0
      ? ''
      : `${counted(refuted, 'further request')} used its name but came from elsewhere; ${refuted === 1 ? 'it does' : 'they do'} not count.`;
  const claim = crawler.claim;
  const page = claim ? ` Source of the information about it: ${claim.source}` : '';
  return `${who}${others}${page}`;
}

function servedText({ traffic, activity: _, pace }: CrawlerReport): string {
  const { sized, cost, statuses } = traffic;
  const size =
    sized === 0
      ? 'The logs do not show how much.'
      : `${octetsText(traffic)} in ${counted(sized, 'response')}.`;
  const price = cost === undefined ? '' : ` At the given price, that cost ${cost.toFixed(2)}.`;
  const listed = Object.entries(statuses).map(([status, count]) => `${status} × ${count}`);
  const delay = pace.crawlDelay
    ? ` It was asked to wait ${pace.crawlDelay.seconds} seconds between requests; ${pace.crawlDelay.tooSoon} came sooner.`
    : '';
  return `${size}${price} Status codes: ${listed.join(', ') || 'unknown'}.${delay}`;
}

function brokenRule({ version, line, text, classes, samples }: RuleReport): Html {
  const count = (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
  return html`<h3>Line ${line}: <code>${text}</code> — ${counted(count, 'request')} (version ${version})</h3>
      ${tableOf(['Time (UTC)', 'Page', 'Status', 'Address', 'Log line', 'Last robots.txt request'], samples.map(sampleRow))}`;
}

function sampleRow({ time, url, status, address, log, line, lastFetch }: Sample): Html {
  const where = `${log === undefined ? '' : `${log} `}${line}`;
  const fetched = lastFetch ? lastFetch.time.slice(0, 19).replace('T', ' ') : 'none earlier in the logs';
  return html`<tr><td>${time.slice(0, 19).replace('T', ' ')}</td><td><code>${url}</code></td><td>${status ?? ''}</td><td>${address}</td><td>${where}</td><td>${fetched}</td></tr>`;
}

function ruleTable(rules: readonly RuleReport[]): Html {
  const rows = rules.map(({ version, line, text, classes }) => {
    const counts = Object.entries(classes).map(([name, count]) => `${name} ${count}`);
    return html`<tr><td class="number">${line}</td><td><code>${text}</code></td><td>${version}</td><td>${counts.join(', ')}</td></tr>`;
  });
  return tableOf(['Line', 'Rule', 'Version', 'Requests'], rows, [0]);
}

function comparisonTable(comparison: Comparison): Html {
  const rows = comparison.crawlers
    .slice(0, MOST_SECTIONS)
    .map(
      (one) =>
        html`<tr><td>${one.token}</td><td class="number">${one.before.requests}</td><td class="number">${one.now.requests}</td><td class="number">${one.before.against}</td><td class="number">${one.now.against}</td><td>${changeText(one, comparison)}</td></tr>`,
    );
  const heads = ['Crawler', 'Requests before', 'Now', 'Forbidden pages before', 'Now', 'Change'];
  const left = comparison.crawlers.length - rows.length;
  const more = left > 0 ? html`<p>And ${counted(left, 'other crawler')}.</p>` : '';
  return html`${tableOf(heads, rows, [1, 2, 3, 4])}${more}`;
}

function gradeTable(crawlers: readonly CrawlerReport[]): Html {
  const heads = ['Crawler', 'Identity', 'Requests', 'robots.txt', 'Violations', 'Rate', 'First', 'Last'];
  const rows = crawlers.flatMap(({ token, grades }) =>
    Object.entries(grades).map(
      ([grade, tally]) =>
        html`<tr><td>${token}</td><td>${grade}</td><td class="number">${tally.requests}</td><td class="number">${tally.robotsFetches}</td><td class="number">${tally.violations}</td><td class="number">${(100 * tally.violationRate).toFixed(1)} %</td><td>${tally.first ?? ''}</td><td>${tally.last ?? ''}</td></tr>`,
    ),
  );
  return tableOf(heads, rows, [2, 3, 4, 5]);
}

function spooferTable({ spoofers }: AuditReport): Html {
  const rows = spoofers.map(
    ({ network, token, requests }) =>
      html`<tr><td>${network}</td><td>${token}</td><td class="number">${requests}</td></tr>`,
  );
  return tableOf(['Network', 'Name', 'Requests'], rows, [2]);
}

function unmetTable(report: AuditReport): Html {
  const rows = unmetOf(report).map(
    ({ version, line, text }) =>
      html`<tr><td class="number">${line}</td><td><code>${text}</code></td><td>${version}</td></tr>`,
  );
  return tableOf(['Line', 'Rule', 'Version'], rows, [0]);
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
