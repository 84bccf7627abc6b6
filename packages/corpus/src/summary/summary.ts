/** Statistics of a table of rows: outcomes, and how much of the sites each crawler may read. */
import { createReadStream } from 'node:fs';
import { withoutSecrets } from 'robots-exclusion/print';
import type { Allows } from '../row/corpus-row.ts';
import { openParquet } from '../table/read-parquet.ts';

/** The values of a row that are counted. */
export interface CountedRow {
  readonly fetched_at: string | null;
  readonly outcome: string;
  readonly content: string | null;
  readonly crawlers: Readonly<Record<string, { readonly allows: string | null }>>;
}

/** The number of files that allow a crawler all, some or none of their site. */
export type AllowsCounts = Readonly<Record<Allows, number>>;

/** The counts for one crawler, over the rows that match {@link BASE}. */
export interface CrawlerSummary {
  readonly name: string;
  readonly counts: AllowsCounts;
  /** The counts per month, such as `2026-11`, in order. Rows without a date are skipped. */
  readonly byMonth: ReadonlyMap<string, AllowsCounts>;
}

/**
 * The rows over which shares are computed, as an SQL condition: their rules could be read, and their body is a
 * robots.txt. A 404 says nothing to any crawler, and neither does an HTML page with status 200.
 */
export const BASE = "outcome = 'rules' AND is_robots";

/** The statistics of a table. */
export interface Summary {
  readonly rows: number;
  /** The number of rows that match {@link BASE}. */
  readonly files: number;
  /** The number of rows by outcome. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** The number of rows by the kind of body; `none` for rows without a body. */
  readonly content: ReadonlyMap<string, number>;
  readonly firstDate: string | null;
  readonly lastDate: string | null;
  /** The crawlers, in the order of the table. */
  readonly crawlers: readonly CrawlerSummary[];
}

type Counts = Record<Allows, number>;

const ISO_TIME = /^\d{4}-\d\d(?:-[\dT:.Z+-]*)?$/;

/** Counts rows. Memory grows with the numbers of crawlers and months, not with the number of rows. */
export async function summarize(rows: AsyncIterable<CountedRow>): Promise<Summary> {
  const outcomes = new Map<string, number>();
  const content = new Map<string, number>();
  const crawlers = new Map<string, { counts: Counts; byMonth: Map<string, Counts> }>();
  let count = 0;
  let files = 0;
  let firstDate: string | null = null;
  let lastDate: string | null = null;
  for await (const row of rows) {
    count++;
    const { outcome, fetched_at: given } = row;
    const date = given !== null && ISO_TIME.test(given) ? given : null;
    add(outcomes, outcome);
    add(content, row.content ?? 'none');
    if (date !== null && (firstDate === null || date < firstDate)) firstDate = date;
    if (date !== null && (lastDate === null || date > lastDate)) lastDate = date;
    const isFile = outcome === 'rules' && row.content === 'robots';
    if (isFile) files++;
    for (const [name, { allows }] of Object.entries(row.crawlers ?? {})) {
      const found = crawlers.get(name) ?? { counts: noCounts(), byMonth: new Map() };
      crawlers.set(name, found);
      if (!isFile || !isAllows(allows)) continue;
      found.counts[allows]++;
      if (date === null) continue;
      const month = date.slice(0, 7);
      const inMonth = found.byMonth.get(month) ?? noCounts();
      found.byMonth.set(month, inMonth);
      inMonth[allows]++;
    }
  }
  const sorted = [...crawlers].map(([name, { counts, byMonth }]) => ({
    name: withoutSecrets(name),
    counts,
    byMonth: new Map([...byMonth].sort(([a], [b]) => (a < b ? -1 : 1))),
  }));
  return { rows: count, files, outcomes, content, firstDate, lastDate, crawlers: sorted };
}

/** The share of `allows` among the counted files, from 0 to 1; `undefined` if no file was counted. */
export function shareOf(counts: AllowsCounts, allows: Allows): number | undefined {
  const sum = counts.all + counts.some + counts.none;
  return sum === 0 ? undefined : counts[allows] / sum;
}

function noCounts(): Counts {
  return { all: 0, some: 0, none: 0 };
}

function isAllows(value: string | null): value is Allows {
  return value === 'all' || value === 'some' || value === 'none';
}

/** Counts a value of an untrusted table. */
function add(counts: Map<string, number>, value: string): void {
  const key = withoutSecrets(String(value));
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const COLUMNS = ['fetched_at', 'outcome', 'content'];

/**
 * Reads a Parquet table, row group by row group, or an NDJSON table; the file extension decides which.
 *
 * @throws {TypeError} If the file is not a table of rows.
 */
export async function* readTable(path: string): AsyncGenerator<CountedRow> {
  if (!path.toLowerCase().endsWith('.parquet')) {
    const { createInterface } = await import('node:readline');
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const row = JSON.parse(line) as CountedRow;
      requireColumns(path, new Set(Object.keys(row)));
      yield row;
    }
    return;
  }
  const { names, rows } = await openParquet(path);
  requireColumns(path, names);
  const columns = names.has('crawlers') ? [...COLUMNS, 'crawlers'] : COLUMNS;
  for await (const row of rows(columns)) yield countedRow(row);
}

function requireColumns(path: string, names: ReadonlySet<string>): void {
  const missing = COLUMNS.find((name) => !names.has(name));
  if (missing === undefined) return;
  throw new TypeError(`Cannot read ${JSON.stringify(path)}: it has no column ${JSON.stringify(missing)}`);
}

function countedRow(row: Record<string, unknown>): CountedRow {
  const date = row['fetched_at'];
  return {
    fetched_at: date instanceof Date ? date.toISOString() : null,
    outcome: row['outcome'] as string,
    content: (row['content'] as string | undefined) ?? null,
    crawlers: (row['crawlers'] as CountedRow['crawlers'] | undefined) ?? {},
  };
}
