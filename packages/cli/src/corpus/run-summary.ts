/** A run of `robots summary`. */
import { statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import {
  type AllowsCounts,
  chartOf,
  readTable,
  type Summary,
  shareOf,
  summarize,
} from '@robots-exclusion/corpus';
import { CommandError } from '../command-error.ts';
import { ExitCode } from '../exit-codes.ts';
import { unreadable } from '../input/read-body.ts';
import { pad } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import { csvRow } from '../output/csv.ts';
import { printable, printableJson } from '../output/printable.ts';
import { writeOut } from '../output/stdout.ts';

/** Forms of the numbers. */
export type SummaryFormat = 'text' | 'json' | 'csv';

/** @throws {CommandError} If the table cannot be read, or the picture cannot be written. */
export async function runSummary(
  table: string,
  { chart, format }: { chart?: string; format: SummaryFormat },
): Promise<ExitCode> {
  if (chart !== undefined && !chart.toLowerCase().endsWith('.svg')) {
    throw new CommandError(`Cannot draw ${JSON.stringify(chart)}: expected a name that ends with .svg`);
  }
  const summary = await readSummary(table);
  if (chart !== undefined) await draw(summary, chart);
  await writeOut(FORMATS[format](summary));
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
    await writeFile(beside, await chartOf(summary));
    await rename(beside, chart);
  } catch (error) {
    await rm(beside, { force: true });
    throw new CommandError((error as Error).message);
  }
}

const FORMATS: Readonly<Record<SummaryFormat, (summary: Summary) => string>> = {
  text: asText,
  json: asJson,
  csv: asCsv,
};

function asText({ rows, answers, outcomes, content, firstDate, lastDate, crawlers }: Summary): string {
  const dates = firstDate === null ? '' : `, ${firstDate.slice(0, 10)} to ${lastDate?.slice(0, 10)}`;
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${printable(name)} ${count}`)
      .join(', ');
  const head = [
    `${counted(rows, 'row')}${dates}`,
    `Outcomes  ${listed(outcomes)}`,
    `Content   ${listed(content)}`,
  ];
  if (crawlers.length === 0) return `${head.join('\n')}\n`;
  const width = Math.max(...crawlers.map(({ name }) => printable(name).length), 'Crawler'.length) + 2;
  const lines = crawlers.map(
    ({ name, counts }) =>
      `${pad(printable(name), width)}${percent(counts, 'none')}  ${percent(counts, 'some')}  ${percent(counts, 'all')}`,
  );
  const table = [`${pad('Crawler', width)} closed   partly     open`, ...lines];
  return `${[...head, '', `Of ${counted(answers, 'answer')}:`, ...table].join('\n')}\n`;
}

function percent(counts: AllowsCounts, allows: keyof AllowsCounts): string {
  const share = shareOf(counts, allows);
  return (share === undefined ? '-' : `${(share * 100).toFixed(1)}%`).padStart(7);
}

function asJson({ outcomes, content, crawlers, ...numbers }: Summary): string {
  return `${printableJson(
    {
      ...numbers,
      outcomes: Object.fromEntries(outcomes),
      content: Object.fromEntries(content),
      crawlers: crawlers.map(({ name, counts, byMonth }) => ({
        name,
        ...counts,
        byMonth: Object.fromEntries(byMonth),
      })),
    },
    2,
  )}\n`;
}

/** A line for each crawler and month; the month is empty for all rows together. */
function asCsv({ crawlers }: Summary): string {
  const lines = crawlers.flatMap(({ name, counts, byMonth }) =>
    [['', counts] as const, ...byMonth].map(([month, { all, some, none }]) =>
      csvRow([name, month, none, some, all]),
    ),
  );
  return [csvRow(['crawler', 'month', 'none', 'some', 'all']), ...lines].join('');
}
