/**
 * A table about hosts, such as ranks or categories, whose columns are added to rows. The format is CSV, plain or
 * gzipped, or Parquet.
 */
import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { ColumnType } from '../row/columns.ts';
import { columnNames } from '../row/columns.ts';
import { openParquet } from '../table/read-parquet.ts';
import { TwiceFinder } from './twice-finder.ts';

/** A column that is added to rows. */
export interface HostColumn {
  readonly name: string;
  readonly type: Extract<ColumnType, 'STRING' | 'INT64' | 'DOUBLE' | 'BOOLEAN'>;
  readonly nullable: true;
}

/** A table and the columns that it adds. */
export interface HostTable {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** The added columns, in the order of the table, without `host`. */
  readonly columns: readonly HostColumn[];
}

type Value = string | number | boolean | null;

/** Types from narrow to wide. A column gets the first type that fits all its values. */
const TYPES = ['BOOLEAN', 'INT64', 'DOUBLE', 'STRING'] as const;

const HOST = 'host';

/**
 * Reads the table once to validate it, before rows are joined.
 *
 * @throws {TypeError} If the table lacks the column `host` or has no other column, if rows already have one of its
 * columns, or if a host is repeated or invalid.
 */
export async function hostTableOf(path: string): Promise<HostTable> {
  const { size, mtimeMs } = statSync(path);
  const twice = new TwiceFinder();
  let names: readonly string[] = [];
  let types: number[] = [];
  for await (const { cells, row } of rowsOf(path)) {
    if (names.length === 0) {
      names = Object.keys(cells);
      requireNames(path, names);
      types = names.map(() => 0);
    }
    twice.add(hostOf(path, row, cells[HOST]));
    for (const [index, name] of names.entries()) {
      while (!isOf(cells[name] as Value, TYPES[types[index] as number])) types[index]!++;
    }
  }
  if (names.length === 0) throw new TypeError(`Cannot join ${JSON.stringify(path)}: it has no rows`);
  await requireOnce(path, twice);
  const columns = names.flatMap((name, index): HostColumn[] =>
    name === HOST
      ? []
      : [{ name, type: TYPES[types[index] as number] as HostColumn['type'], nullable: true }],
  );
  return { path, size, modifiedMs: Math.floor(mtimeMs), columns };
}

/** The rows of a table: for each one, the host, and the host's values as JSON members. */
export async function* hostRows({
  path,
  columns,
}: HostTable): AsyncGenerator<{ host: string; members: string }> {
  for await (const { cells, row } of rowsOf(path)) {
    const members = columns.map(
      ({ name, type }) => `${JSON.stringify(name)}:${JSON.stringify(typedValue(cells[name] as Value, type))}`,
    );
    yield { host: hostOf(path, row, cells[HOST]), members: members.join(',') };
  }
}

/** The values of a row whose host is not in the table. */
export function noMembers({ columns }: HostTable): string {
  return columns.map(({ name }) => `${JSON.stringify(name)}:null`).join(',');
}

interface TableRow {
  readonly cells: Readonly<Record<string, Value>>;
  /** The row number, counted from 1 without the header. */
  readonly row: number;
}

async function* rowsOf(path: string): AsyncGenerator<TableRow> {
  let row = 0;
  try {
    const all = path.toLowerCase().endsWith('.parquet') ? parquetCells(path) : csvCells(path);
    for await (const cells of all) yield { cells, row: ++row };
  } catch (error) {
    if (error instanceof TypeError) throw error;
    throw new TypeError(`Cannot join ${JSON.stringify(path)}: ${(error as Error).message}`, { cause: error });
  }
}

async function* csvCells(path: string): AsyncGenerator<Record<string, Value>> {
  const { parse } = await import('csv-parse');
  const file = createReadStream(path);
  const text = path.toLowerCase().endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const parser = text.pipe(parse({ bom: true, skip_empty_lines: true, trim: true }));
  // `pipe` does not propagate failures.
  for (const source of [file, text]) source.on('error', (error: Error) => parser.destroy(error));
  let names: readonly string[] | undefined;
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (names) yield Object.fromEntries(names.map((name, index) => [name, cells[index] || null]));
    else {
      names = cells;
      if (new Set(names).size < names.length)
        throw new TypeError(`Cannot join ${JSON.stringify(path)}: two columns have the same name`);
    }
  }
}

async function* parquetCells(path: string): AsyncGenerator<Record<string, Value>> {
  const { rows } = await openParquet(path);
  for await (const row of rows()) {
    const cells = Object.entries(row).map(([name, value]) => [name, plainValue(path, name, value)]);
    yield Object.fromEntries(cells) as Record<string, Value>;
  }
}

function plainValue(path: string, name: string, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new TypeError(
    `Cannot join ${JSON.stringify(path)}: expected text, numbers or booleans in the column ${JSON.stringify(name)}`,
  );
}

/** SQL engines ignore case in column names. */
function requireNames(path: string, names: readonly string[]): void {
  const table = `Cannot join ${JSON.stringify(path)}`;
  if (!names.includes(HOST))
    throw new TypeError(
      `${table}: expected a column "host", found ${names.map((name) => JSON.stringify(name)).join(', ')}`,
    );
  if (names.length === 1) throw new TypeError(`${table}: expected at least one column other than "host"`);
  const taken = new Set(columnNames.map((name) => name.toLowerCase()));
  for (const name of names) {
    if (name === '' || taken.has(name.toLowerCase())) {
      throw new TypeError(
        `${table}: expected a column name other than ${JSON.stringify(name)}${name === '' ? '' : ', which is taken'}`,
      );
    }
    taken.add(name.toLowerCase());
  }
}

function hostOf(path: string, row: number, written: Value | undefined): string {
  const host =
    typeof written === 'string' && /^[^/?#@:\s\\]+$/.test(written) && URL.canParse(`https://${written}`);
  if (host) return new URL(`https://${written}`).hostname;
  throw new TypeError(
    `Cannot join ${JSON.stringify(path)}: row ${row} has the host ${JSON.stringify(written ?? '')}, expected a name such as "example.com"`,
  );
}

/** Throws if one of the suspected hosts is in the table twice. */
async function requireOnce(path: string, twice: TwiceFinder): Promise<void> {
  const suspects = twice.suspects();
  if (suspects.size === 0) return;
  const seen = new Map<string, number>();
  for await (const { cells, row } of rowsOf(path)) {
    const host = hostOf(path, row, cells[HOST]);
    if (!suspects.has(TwiceFinder.hash(host))) continue;
    const before = seen.get(host);
    if (before !== undefined) {
      throw new TypeError(
        `Cannot join ${JSON.stringify(path)}: rows ${before} and ${row} both describe the host ${JSON.stringify(host)}`,
      );
    }
    seen.set(host, row);
  }
}

function isOf(value: Value, type: (typeof TYPES)[number] | undefined): boolean {
  if (value === null || type === 'STRING') return true;
  if (type === 'BOOLEAN') return typeof value === 'boolean' || value === 'true' || value === 'false';
  if (typeof value === 'boolean') return false;
  // Text that would change if it were converted to a number, such as 007, remains text.
  if (typeof value === 'string' && String(Number(value)) !== value) return false;
  return type === 'INT64' ? Number.isSafeInteger(Number(value)) : Number.isFinite(Number(value));
}

function typedValue(value: Value, type: HostColumn['type']): Value {
  if (value === null) return null;
  if (type === 'BOOLEAN') return value === true || value === 'true';
  return type === 'STRING' ? String(value) : Number(value);
}
