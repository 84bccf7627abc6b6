import { statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import {
  type AllowsCounts,
  BASE,
  chartOf,
  readTable,
  type Summary,
  shareOf,
  summarize,
} from '@robots-exclusion/corpus';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { unreadable } from '../input/read-body.ts';
import { pad, widthOf } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import { csv, type Encoded, json } from '../output/encoded.ts';
import { type Output, writeOut } from '../output/stdout.ts';

export type SummaryFormat = 'text' | 'json' | 'csv';

/** @throws {CommandError} If the table cannot be read, or the chart cannot be written. */
export async function runSummary(
  table: string,
  { chart, format }: { chart?: string; format: SummaryFormat },
): Promise<ExitCode> {
  if (chart !== undefined && !chart.toLowerCase().endsWith('.svg')) {
    throw new CommandError(`Cannot draw ${JSON.stringify(chart)}: expected a name that ends with .svg`);
  }
  const summary = await readSummary(table);
  if (chart !== undefined) await draw(summary, chart);
  await writeOut(summaryOutput(summary, format));
  return ExitCode.allowed;
}

async function readSummary(table: string): Promise<Summary> {
  try {
    if (statSync(table).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return await summarize(readTable(table));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw unreadable(table, error as NodeJS.ErrnoException);
    throw new CommandError(
      `Cannot read ${JSON.stringify(table)} as a table of robots warc, .parquet or .ndjson: ${message.split('\n', 1)[0]}`,
    );
  }
}

async function draw(summary: Summary, chart: string): Promise<void> {
  const beside = `${chart}.new`;
  try {
    await writeFile(beside, chartOf(summary));
    await rename(beside, chart);
  } catch (error) {
    await rm(beside, { force: true });
    throw new CommandError((error as Error).message);
  }
}

export function summaryOutput(summary: Summary, format: SummaryFormat): Output {
  return FORMATS[format](summary);
}

const FORMATS: Readonly<Record<SummaryFormat, (summary: Summary) => Output>> = {
  text: asText,
  json: asJson,
  csv: asCsv,
};

function asText({ rows, files, outcomes, content, firstDate, lastDate, crawlers }: Summary): string[] {
  const dates = firstDate === null ? '' : `, ${firstDate.slice(0, 10)} to ${lastDate?.slice(0, 10)}`;
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const head = [
    `${counted(rows, 'row')}${dates}`,
    `Outcomes  ${listed(outcomes)}`,
    `Content   ${listed(content)}`,
  ];
  if (crawlers.length === 0) return head;
  const width = Math.max(...crawlers.map(({ name }) => widthOf(name)), 'Crawler'.length) + 2;
  const lines = crawlers.map(
    ({ name, counts }) =>
      `${pad(name, width)}${percent(counts, 'none')}  ${percent(counts, 'some')}  ${percent(counts, 'all')}`,
  );
  const table = [`${pad('Crawler', width)} closed   partly     open`, ...lines];
  return [...head, '', `Of ${counted(files, 'robots.txt file')} (${BASE}):`, ...table];
}

function percent(counts: AllowsCounts, allows: keyof AllowsCounts): string {
  const share = shareOf(counts, allows);
  return (share === undefined ? '-' : `${(share * 100).toFixed(1)}%`).padStart(7);
}

function asJson({ outcomes, content, crawlers, files, ...numbers }: Summary): Encoded {
  return json({
    ...numbers,
    base: { rows: files, where: BASE },
    outcomes: Object.fromEntries(outcomes),
    content: Object.fromEntries(content),
    crawlers: crawlers.map(({ name, counts, byMonth }) => ({
      name,
      ...counts,
      byMonth: Object.fromEntries(byMonth),
    })),
  });
}

/**
 * Writes a line for each crawler and month. An empty month means the whole table; `base` is the total that shares refer
 * to.
 */
function asCsv({ crawlers }: Summary): Encoded {
  const lines = crawlers.flatMap(({ name, counts, byMonth }) =>
    [['', counts] as const, ...byMonth].map(([month, { all, some, none }]) => [
      name,
      month,
      none,
      some,
      all,
      none + some + all,
    ]),
  );
  return csv([['crawler', 'month', 'none', 'some', 'all', 'base'], ...lines]);
}
