/** Shows the main task on a real example without external network access: checks the example site over HTTP. */
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { createHttpTransport, type Resolve } from '@robots-exclusion/client';
import { decisionWord } from '@robots-exclusion/operations/evaluate';
import { rfc9309 } from 'robots-exclusion';
import { calledAs } from '../called-as.ts';
import { reasonOf } from '../check/check-reason.ts';
import { type CheckItem, type CheckResult, isResult } from '../check/check-result.ts';
import { coloured } from '../check/check-table.ts';
import { originSource } from '../check/network-source.ts';
import { crawlersOf } from '../crawlers/crawlers.ts';
import { ExitCode } from '../exit-codes.ts';
import { pad, widthOf } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import { writeOut } from '../output/stdout.ts';
import { stdoutTerminal, type Terminal } from '../output/terminal.ts';
import { examplesFolder } from './examples-folder.ts';
import { type SiteDescription, serveSite } from './site.ts';

/** Serves the examples, prints the verdict table, and then stops the server. */
export async function runDemo(signal: AbortSignal): Promise<ExitCode> {
  const folder = examplesFolder();
  const site: SiteDescription = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
  const served = await serveSite(site, folder);
  const question = {
    dialect: rfc9309.name,
    crawlers: crawlersOf(site.crawlers, false),
    maxCandidates: 1,
    page: undefined,
    isExplained: false,
  };
  const options = {
    preset: 'rfc9309' as const,
    store: 'memory',
    transports: [createHttpTransport({ resolve: loopback })],
  };
  const source = await originSource(question, options, signal);
  try {
    const rows: CheckItem[] = [];
    for (const url of site.urls) rows.push(...(await source.check(withPort(url, served.port))));
    await writeOut(demoTable(rows.filter(isResult), stdoutTerminal(), shownPath(folder)));
    return ExitCode.allowed;
  } finally {
    await source.close();
    await served.close();
  }
}

/** A path that works from the current folder: relative if the file is below it. */
function shownPath(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? resolve(folder) : path;
}

/** Adds the port without parsing the URL, because a parser would escape characters that the demo shows unescaped. */
function withPort(url: string, port: number): string {
  return url.replace(/^(http:\/\/[^/]+)/, `$1:${port}`);
}

/**
 * Resolves every host name of the site to this machine, even if the system does not resolve `*.localhost` (RFC 6761
 * §6.3).
 */
const loopback: Resolve = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** One row for a path: a verdict and its reason, with the crawlers that share them. */
interface DemoRow {
  origin: string;
  path: string;
  result: CheckResult;
  crawlers: string[];
}

const wordColumns = 'disallowed'.length;
const gap = '  ';

/** The whole table. On a narrow terminal, each path gets a line of its own, so that deciding lines are not cut off. */
function demoTable(results: readonly CheckResult[], terminal: Terminal, folder: string): string[] {
  const crawlerCount = new Set(results.map(({ crawler }) => crawler.tokens.join(','))).size;
  const rows = rowsOf(results, crawlerCount);
  const pathColumns = Math.max(...rows.map(({ path }) => widthOf(path)));
  const tail = tailLayout(rows, terminal);
  const isStacked = 2 + pathColumns + gap.length + tail.columns > terminal.columns;
  const indent = ' '.repeat(isStacked ? 4 : 2 + pathColumns + gap.length);
  let before: DemoRow | undefined;
  const table: string[] = [];
  for (const row of rows) {
    const isNewOrigin = row.origin !== before?.origin;
    if (isNewOrigin) table.push(...(before ? [''] : []), terminal.style.bold(row.origin));
    const hasPath = isNewOrigin || row.path !== before?.path;
    const head = hasPath ? `  ${pad(row.path, pathColumns)}${gap}` : indent;
    if (isStacked && hasPath) table.push(`  ${row.path}`);
    table.push(`${isStacked ? indent : head}${tail.textOf(row, terminal.columns - indent.length)}`);
    before = row;
  }
  return [...table, '', ...closing(results, crawlerCount, folder)];
}

/** Computes the widths of verdict, crawlers and reason, and formats these parts of a row. */
function tailLayout(
  rows: readonly DemoRow[],
  terminal: Terminal,
): { columns: number; textOf(row: DemoRow, columns: number): string } {
  const crawlerColumns = Math.max(...rows.map(({ crawlers }) => widthOf(crawlers.join(', '))));
  const before = wordColumns + gap.length + crawlerColumns + gap.length;
  const reasons = rows.filter(({ result }) => result.verdict?.rule).map(({ result }) => reasonOf(result));
  return {
    columns: before + Math.max(0, ...reasons.map(widthOf)),
    textOf({ result, crawlers }, columns) {
      const reason = terminal.style.dim(reasonOf(result, columns - before));
      const word = coloured(decisionWord(result), wordColumns, terminal);
      return `${word}${gap}${pad(crawlers.join(', '), crawlerColumns)}${gap}${reason}`;
    },
  };
}

function rowsOf(results: readonly CheckResult[], crawlerCount: number): DemoRow[] {
  const rows = new Map<string, DemoRow>();
  for (const result of results) {
    const [, origin = '', path = ''] = /^([^/]+\/\/[^/]+)(.*)$/.exec(result.url) ?? [];
    const crawler = result.crawler.tokens.join(',');
    const key = JSON.stringify([result.url, result.allowed, reasonOf(result)]);
    const row = rows.get(key);
    if (row) row.crawlers.push(crawler);
    else rows.set(key, { origin, path, result, crawlers: [crawler] });
  }
  return [...rows.values()].map((row) =>
    row.crawlers.length === crawlerCount ? { ...row, crawlers: ['all'] } : row,
  );
}

/** Suggests commands. They work from the current folder, regardless of where the package is installed. */
function closing(results: readonly CheckResult[], crawlers: number, folder: string): string[] {
  const file = join(folder, 'shop', 'robots.txt');
  const urls = new Set(results.map(({ url }) => url)).size;
  const origins = new Set(results.map(({ robotsUrl }) => robotsUrl)).size;
  return [
    `${counted(urls, 'URL')} of ${counted(origins, 'origin')} for ${counted(crawlers, 'crawler')}, over HTTP on the loopback interface.`,
    `"*" is any crawler that no group names. The files are in ${folder}. Try:`,
    '',
    `  ${calledAs()} check /cart/ --robots ${/\s/.test(file) ? JSON.stringify(file) : file} --agent GPTBot --explain`,
  ];
}
