/**
 * Formats an audit for one screen: which crawlers violated robots.txt, which rules they violated, how often, and how
 * their identity was proven.
 */
import {
  type AuditReport,
  type Comparison,
  type CrawlerReport,
  hitClasses,
  type RuleReport,
} from '@robots-exclusion/audit';
import { cut, cutMiddle, pad, widthOf } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import { changeText, claimOf, groupText, octetsText, provenBy, unmetOf } from './audit-words.ts';

const mostCrawlers = 12;
const mostRules = 8;
const mostSpoofers = 5;
const mostUnmet = 5;
const mostChanges = 8;
const mostTokenColumns = 24;

/** Formats the result first, then the evidence. */
export function auditText(report: AuditReport, terminal: Terminal, comparison?: Comparison): string[] {
  const { style, columns } = terminal;
  const blocks = [
    wrapped(report.headline, columns).map((line) => style.bold(line)),
    problemLines(report, columns),
    crawlerLines(report, terminal),
    ruleLines(report, terminal),
    paceLines(report, columns),
    comparison ? changeLines(comparison, terminal) : [],
    spooferLines(report, terminal),
    unmetLines(report, terminal),
    wrapped(groupText(report), columns),
    [classLine(report), ...logLines(report)],
    report.notes.flatMap((note) => wrapped(note, columns)).map((line) => style.dim(line)),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
}

/** Describes what the logs lack, unless the headline already does. */
function problemLines({ fitness, headline }: AuditReport, columns: number): string[] {
  return fitness.problems
    .filter(({ message }) => !headline.includes(message))
    .flatMap(({ message }) => wrapped(`${message}.`, columns));
}

function crawlerLines({ crawlers }: AuditReport, terminal: Terminal): string[] {
  if (crawlers.length === 0) return [];
  const shown = crawlers.slice(0, mostCrawlers);
  const hasCost = crawlers.some(({ traffic }) => traffic.cost !== undefined);
  const head = [
    'crawler',
    'violations',
    'never asked',
    'grace',
    'requests',
    'robots.txt',
    ...(hasCost ? ['cost'] : []),
    'refuted',
    'proven by',
    'operator',
    'served',
  ];
  const rows = shown.map((crawler) => [
    cut(crawler.token, tokenRoom(terminal)),
    String(crawler.violations),
    String(crawler.classes['never-asked'] ?? 0),
    String(crawler.classes['within-grace'] ?? 0),
    String(crawler.requests),
    String(crawler.robotsFetches),
    ...(hasCost ? [(crawler.traffic.cost ?? 0).toFixed(2)] : []),
    String(crawler.identity.refuted ?? 0),
    provenBy(crawler),
    claimOf(crawler),
    octetsText(crawler.traffic),
  ]);
  const lines = table([head, ...rows], terminal);
  const more =
    crawlers.length > shown.length
      ? [`… and ${crawlers.length - shown.length} more: --format csv lists all`]
      : [];
  return [...lines.map((line, index) => coloured(line, shown[index - 1], terminal)), ...more];
}

/** Limits a token's width, so that a long name does not push the numbers off the screen. */
function tokenRoom({ room }: Terminal): number {
  return Number.isFinite(room) ? mostTokenColumns : room;
}

function coloured(line: string, crawler: CrawlerReport | undefined, { style }: Terminal): string {
  if (!crawler) return style.dim(line);
  return crawler.disallowed > 0 ? style.red(line) : line;
}

/** Aligns numbers to the right and words to the left. */
function table(rows: readonly (readonly string[])[], { room }: Terminal): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))));
  return rows.map((row) => {
    const cells = row.map((cell, index) => {
      const width = widths[index] as number;
      const isNumber = rows.length > 1 && /^\d+$/.test(rows[1]?.[index] ?? '');
      return isNumber ? ' '.repeat(width - widthOf(cell)) + cell : pad(cell, width);
    });
    return cut(cells.join('  ').trimEnd(), room);
  });
}

function ruleLines({ rules }: AuditReport, terminal: Terminal): string[] {
  const broken = rules.filter(({ classes }) => (classes.violation ?? 0) + (classes['never-asked'] ?? 0) > 0);
  const lines = broken.slice(0, mostRules).flatMap((rule) => oneRule(rule, terminal));
  if (broken.length > mostRules)
    lines.push(`… and ${counted(broken.length - mostRules, 'more line')} of robots.txt: see --format json`);
  return lines;
}

function oneRule(
  { version, line, text, token, classes, samples }: RuleReport,
  { room, style }: Terminal,
): string[] {
  const count = (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
  const head = `line ${line}  ${text}  ${token} × ${count}`;
  const [sample] = samples;
  const where = sample
    ? `      ${sample.log === undefined ? '' : `${sample.log} `}line ${sample.line}: `
    : '';
  return [
    cut(`${head}  (version ${version})`, room),
    ...(sample ? [style.dim(where + cutMiddle(sample.url, Math.max(20, room - widthOf(where))))] : []),
  ];
}

/** Crawlers that came sooner than they were asked to. */
function paceLines({ crawlers }: AuditReport, columns: number): string[] {
  const late = crawlers.flatMap(({ token, pace: { crawlDelay, toldToWait } }) => [
    ...(crawlDelay && crawlDelay.tooSoon > 0
      ? [
          `${token} came sooner than its Crawl-delay of ${crawlDelay.seconds} s in ${crawlDelay.tooSoon} of ${counted(crawlDelay.requests, 'request')}.`,
        ]
      : []),
    ...(toldToWait && toldToWait.requestsWithinMinute > 0
      ? [
          `${token} was told to wait ${counted(toldToWait.answers, 'time')}, and made ${counted(toldToWait.requestsWithinMinute, 'request')} within a minute of that.`,
        ]
      : []),
  ]);
  const shown = late.slice(0, mostRules).flatMap((text) => wrapped(text, columns));
  const more = late.length - mostRules;
  return more > 0 ? [...shown, `… and ${more} more: see --format json`] : shown;
}

function changeLines({ crawlers, ...spans }: Comparison, terminal: Terminal): string[] {
  const rows = crawlers
    .slice(0, mostChanges)
    .map((one) => [
      cut(one.token, tokenRoom(terminal)),
      String(one.before.requests),
      String(one.now.requests),
      String(one.before.against),
      String(one.now.against),
      changeText(one, { crawlers, ...spans }),
    ]);
  const head = ['compared', 'requests before', 'now', 'disallowed before', 'now', 'change'];
  if (rows.length === 0) return [];
  const left = crawlers.length - rows.length;
  const more = left > 0 ? [`… and ${counted(left, 'more crawler')}: see --format json`] : [];
  return [...table([head, ...rows], terminal), ...more];
}

function unmetLines(report: AuditReport, { columns }: Terminal): string[] {
  const unmet = unmetOf(report);
  if (unmet.length === 0) return [];
  const listed = unmet.slice(0, mostUnmet).map(({ line, text }) => `line ${line} ${text}`);
  const more = unmet.length > mostUnmet ? `, and ${unmet.length - mostUnmet} more` : '';
  return wrapped(`No request matched these rules: ${listed.join(', ')}${more}.`, columns);
}

function spooferLines({ spoofers }: AuditReport, { room }: Terminal): string[] {
  if (spoofers.length === 0) return [];
  const shown = spoofers.slice(0, mostSpoofers);
  const total = spoofers.reduce((sum, { requests }) => sum + requests, 0);
  return [
    `${counted(total, 'request')} used the name of a crawler that did not send them; they count against no crawler:`,
    ...shown.map(({ network, token, requests }) => cut(`  ${network}  as ${token} × ${requests}`, room)),
    ...(spoofers.length > shown.length ? [`  … and ${spoofers.length - shown.length} more networks`] : []),
  ];
}

function classLine({ classes }: AuditReport): string {
  return hitClasses.map((name) => `${name} ${classes[name]}`).join(', ');
}

function logLines({ logs }: AuditReport): string[] {
  return logs.map(({ name, format, lines, skipped, damage }) => {
    const unread = skipped === 0 ? '' : `, ${skipped} not understood`;
    const broken = damage === undefined ? '' : `, damaged: ${damage}`;
    return `${name}: ${format ?? 'unknown'} format, ${counted(lines, 'line')}${unread}${broken}`;
  });
}
