/**
 * Formats a comparison for people: what becomes allowed or disallowed for which crawlers, the lines that decide, and an
 * example path.
 */
import { type Limited, limited } from '@robots-exclusion/operations/diff';
import { linesText } from '@robots-exclusion/operations/words';
import { DEFAULT_MAX_SIZE } from 'robots-exclusion';
import {
  type ChangedRegion,
  type CrawlerDiff,
  type DiffReport,
  opensNoPage,
  type RecordDiff,
} from 'robots-exclusion/diff';
import { cut } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapped } from '../output/wrapped.ts';
import type { ComparedFiles } from './compared-files.ts';
import { type EdgeBlock, edgeText, isInBlock } from './edge-block.ts';
import { crawlerNames, delayChange, regionName, ruleName } from './words.ts';

/** Limit on the rules shown as undecided per crawler; JSON lists all. */
const MOST_UNDECIDED = 20;

/** Formats all changes, the most severe first, with at most `limit` regions. */
export function diffText(
  { oldName, newName, report, lineDiff, edge }: ComparedFiles,
  limit: number,
  terminal: Terminal,
): string[] {
  const listed = limited(report, limit);
  return [
    terminal.style.bold(cut(`${oldName} → ${newName}`, terminal.columns)),
    ...summary(report, terminal),
    ...(edge ? wrapped(edgeText(edge), terminal.columns).map(terminal.style.yellow) : []),
    ...(report.isTruncated.before || report.isTruncated.after
      ? wrapped(TRUNCATED, terminal.columns).map(terminal.style.yellow)
      : []),
    ...listed.crawlers.flatMap((one) => ['', ...crawlerLines(one, terminal, edge)]),
    ...leftOutLines(listed),
    ...otherLines(report, terminal),
    ...(lineDiff === undefined || lineDiff === '' ? [] : ['', ...lineDiff.trimEnd().split('\n')]),
  ];
}

function summary(report: DiffReport, { style }: Terminal): string[] {
  const regions = report.crawlers.flatMap((one) => one.regions);
  const opening = regions.filter(({ direction }) => direction === 'opened');
  const opened = opening.length;
  const ofFiles = opening.filter(isOfFiles).length;
  const pages = ofFiles === 0 ? '' : ofFiles === opened ? ' (no page)' : ` (${ofFiles} of them no page)`;
  const changes = [
    ...(regions.length > opened ? [`${counted(regions.length - opened, 'region')} closed`] : []),
    ...(opened > 0 ? [`${counted(opened, 'region')} opened${pages}`] : []),
  ].join(', ');
  const reported = changes === '' ? 'no change found' : changes;
  if (!report.isComplete) return [style.yellow(`${reported}; not everything could be compared`)];
  if (changes !== '') return [changes];
  return [style.green('No crawler gets a different verdict for any URL.')];
}

/** Whether only files such as sitemaps become allowed. */
function isOfFiles({ after }: ChangedRegion): boolean {
  return after !== undefined && opensNoPage({ kind: after.kind, value: after.pattern });
}

function leftOutLines({ regionsOmitted, crawlersOmitted }: Limited): string[] {
  if (regionsOmitted === 0 && crawlersOmitted === 0) return [];
  const of = crawlersOmitted === 0 ? '' : `, including all regions of ${counted(crawlersOmitted, 'crawler')}`;
  return [
    '',
    `And ${counted(regionsOmitted, 'other region')}${of}: use --limit to show more, or --format json for all`,
  ];
}

function crawlerLines(
  { crawlers, regions, isComplete, undecided }: CrawlerDiff,
  terminal: Terminal,
  edge: EdgeBlock | undefined,
): string[] {
  const { columns, style } = terminal;
  return [
    ...wrapped(crawlerNames(crawlers), columns).map((line) => style.bold(line)),
    ...regions.flatMap((region) => regionLines(region, terminal, edge)),
    ...(isComplete ? [] : undecidedLines(undecided, terminal)),
  ];
}

function regionLines(
  region: ChangedRegion,
  { columns, style }: Terminal,
  edge: EdgeBlock | undefined,
): string[] {
  const by = (side: EdgeBlock['side']) => (isInBlock(edge, side, region[side]) ? ` (by ${edge?.by})` : '');
  const { direction, severity, before, after, witness } = region;
  const mark = direction === 'opened' ? '+ opened ' : '- closed ';
  const colour = severity === 'error' ? style.red : direction === 'opened' ? style.green : style.yellow;
  const [first = '', ...rest] = wrapped(regionName(region), columns - 11);
  const detail = (text: string) => style.dim(cut(text, columns));
  return [
    `  ${colour(mark)}${first}`,
    ...rest.map((line) => `           ${line}`),
    detail(`      try  ${witness}`),
    detail(
      `      was  ${before?.kind === 'disallow' ? 'disallowed' : 'allowed'}, ${ruleName(before)}${by('before')}`,
    ),
    detail(
      `      now  ${after?.kind === 'disallow' ? 'disallowed' : 'allowed'}, ${ruleName(after)}${by('after')}`,
    ),
  ];
}

function undecidedLines(undecided: CrawlerDiff['undecided'], { columns, style }: Terminal): string[] {
  const rules = undecided.slice(0, MOST_UNDECIDED).map(({ before, after }) => {
    const side = after ? 'new' : 'old';
    return `      ${side} ${ruleName(after ?? before)}`;
  });
  const left = undecided.length - rules.length;
  return [
    style.yellow('  ? undecided: the budget ran out before these rules were compared'),
    ...rules.map((line) => cut(line, columns)),
    ...(left > 0 ? [`      and ${counted(left, 'other rule')}`] : []),
  ];
}

/** Changes other than changed verdicts. */
function otherLines({ groups, usage, sitemaps, crawlDelays }: DiffReport, terminal: Terminal): string[] {
  const lines = [
    ...section('Groups', groups, ({ change, crawler, lines: at }) => [
      `${change === 'appeared' ? '+' : '-'} ${crawler} (${linesText(at)})`,
    ]),
    ...section('Usage preferences', usage, ({ crawlers, records }) => [
      `${crawlers.length === 0 ? 'whole file' : crawlerNames(crawlers)}:`,
      ...records.map((record) => `  ${recordLine(record)}`),
    ]),
    ...section('Sitemaps', sitemaps, (record) => [recordLine(record)]),
    ...section('Crawl-delay', crawlDelays, (delay) => [
      `${crawlerNames(delay.crawlers)}: ${delayChange(delay)}`,
    ]),
  ];
  return lines.map((line) => cut(line, terminal.columns));
}

const TRUNCATED = `Only the first ${DEFAULT_MAX_SIZE}, which crawlers have to read, were compared.`;

function section<Item>(title: string, items: readonly Item[], linesOf: (item: Item) => string[]): string[] {
  if (items.length === 0) return [];
  return ['', title, ...items.flatMap(linesOf).map((line) => `  ${line}`)];
}

function recordLine({ change, text, line }: RecordDiff): string {
  return `${change === 'added' ? '+' : '-'} ${text} (line ${line})`;
}
