/**
 * Reads indexes of archives, which list single records. Formats: CDXJ lines, as in Common Crawl's index; plain JSON
 * lines, as returned by its server; and Parquet, as in its columnar index. Each record takes some 100 octets of memory.
 */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openParquet } from '../table/read-parquet.ts';

/** The location of a record in its archive. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

/** The records of an index, by the names of their archives. */
export type ListedRecords = ReadonlyMap<string, readonly RecordPlace[]>;

/** The member names in lines, and the corresponding column names in the columnar index. */
const NAMES = {
  url: ['url'],
  filename: ['filename', 'warc_filename'],
  offset: ['offset', 'warc_record_offset'],
  length: ['length', 'warc_record_length'],
} as const;

type Field = keyof typeof NAMES;

/**
 * Reads an index.
 *
 * @param path "-" is standard input.
 * @param wants Returns whether records for a URL are wanted.
 * @throws {TypeError} If the file is not an index.
 */
export async function recordsOf(path: string, wants: (url: string) => boolean): Promise<ListedRecords> {
  const records = new Map<string, RecordPlace[]>();
  const isParquet = path.toLowerCase().endsWith('.parquet');
  let count = 0;
  for await (const entry of isParquet ? parquetEntries(path) : lineEntries(path)) {
    const where = `${isParquet ? 'row' : 'line'} ${++count}`;
    if (entry === undefined) continue;
    const known = valuesOf(entry);
    const { url, filename } = known;
    const [offset, length] = [Number(known.offset ?? Number.NaN), Number(known.length ?? Number.NaN)];
    const isPlace = Number.isSafeInteger(offset) && offset >= 0 && Number.isSafeInteger(length) && length > 0;
    if (typeof url !== 'string' || typeof filename !== 'string' || filename === '' || !isPlace) {
      throw new TypeError(
        `Cannot read the index ${JSON.stringify(path)}: expected url, filename, offset and length in ${where}`,
      );
    }
    if (!wants(url)) continue;
    const places = records.get(filename);
    if (places) places.push({ offset, length });
    else records.set(filename, [{ offset, length }]);
  }
  return records;
}

function valuesOf(entry: Readonly<Record<string, unknown>>): Partial<Record<Field, unknown>> {
  const fields = Object.entries(NAMES) as [Field, readonly string[]][];
  return Object.fromEntries(
    fields.map(([field, names]) => [field, names.map((name) => entry[name]).find(isThere)]),
  );
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

async function* parquetEntries(path: string): AsyncGenerator<Record<string, unknown>> {
  const { names, rows } = await openParquet(path);
  yield* rows(
    Object.values(NAMES)
      .flat()
      .filter((name) => names.has(name)),
  );
}

/** Yields the JSON members of each line; undefined for an empty line or a header. */
async function* lineEntries(path: string): AsyncGenerator<Record<string, unknown> | undefined> {
  const input = path === '-' ? process.stdin : createReadStream(path);
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: Readable.from(plain(input)), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === '' || line.startsWith('!')) yield undefined;
    else yield membersOf(line) ?? {};
  }
}

/** Parses the JSON in a line. In CDXJ, a key and a time precede the JSON. */
function membersOf(line: string): Record<string, unknown> | undefined {
  const [, json] = /^(?:\S+ \S+ )?(\{.*\})\s*$/.exec(line) ?? [];
  try {
    return json === undefined ? undefined : (JSON.parse(json) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

/** The lines of a file. gzip with any number of members is decoded. */
async function* plain(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = input[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const all = (async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
  const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip) return yield* all;
  const decoded = createGunzip();
  const source = Readable.from(all);
  // `pipe` does not propagate failures.
  source.on('error', (error: Error) => decoded.destroy(error));
  yield* source.pipe(decoded);
}
