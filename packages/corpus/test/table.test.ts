/** Table formats: a row in CSV and in Parquet, as readers of these formats see it. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ColumnName,
  type CorpusRow,
  columnNames,
  columns,
  ROW_VERSION,
  toRow,
} from '@robots-exclusion/corpus';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { beforeEach, describe, expect, it } from 'vitest';
import { appendFile } from '../src/table/append-file.ts';
import { csvHeader, csvLine } from '../src/table/csv.ts';
import { elementsOf, joinParquet, ParquetPartWriter } from '../src/table/parquet.ts';
import { ParquetStream } from '../src/table/parquet-stream.ts';
import { type ColumnType, isMap, MOST_PART_ROWS, rowShape } from '../src/table/row-shape.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'table-'));
});

const all: ColumnName[] = [...columnNames, 'robots', 'http'].filter(
  (name, at, names) => names.indexOf(name) === at,
) as ColumnName[];
const agents = ['GPTBot', 'FooBot'];
const targets = ['/', '/x'];
const text =
  'User-agent: *\nDisallow: /x\nCrawl-delay: 2.5\n\nUser-agent: GPTBot\nDisallow: /\nSitemap: /=1\n';

function row(host = 'example.com', body = text, asked = agents): CorpusRow {
  const capture = {
    type: 'response',
    url: `https://${host}/robots.txt`,
    date: '2026-11-22T10:11:12Z',
    status: 200,
    headers: { 'content-type': 'text/plain', 'x-a': '=1' },
    payload: Buffer.from(body),
    truncated: undefined,
    offset: 12,
  } as const;
  return toRow(capture, { agents: asked, targets, warc: 'a.warc.gz', columns: all });
}

const octetsOf = (path: string): ArrayBuffer => {
  const { buffer, byteOffset, length } = readFileSync(path);
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
};

/** Writes and joins the parts, then reads the whole table. */
async function written(parts: readonly (readonly CorpusRow[])[], names = all, asked = agents) {
  const shape = rowShape(names, asked, targets);
  const made = parts.map((rows, at) => {
    const path = join(folder, `part-${at}`);
    const writer = new ParquetPartWriter(path, shape);
    for (const each of rows) writer.add(each);
    return { path, part: writer.end() };
  });
  const path = join(folder, 'whole.parquet');
  joinParquet(path, shape, made);
  const file = octetsOf(path);
  return { made, metadata: parquetMetadata(file), rows: await parquetReadObjects({ file }) };
}

/** A value in its JSON form: large integers are numbers. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member)));

/** The elements of a file's schema, each with the properties that it states. */
const schemaOf = (file: ArrayBuffer): unknown[] =>
  parquetMetadata(file).schema.map((element) =>
    Object.fromEntries(
      Object.entries(element).filter(([, stated]) => stated !== undefined && stated !== null),
    ),
  );

describe('a shape', () => {
  it('has the columns that are wanted in their order, and none of crawlers where nobody is asked about', () => {
    const names = (asked: readonly string[]) =>
      rowShape(['status', 'crawlers', 'url'], asked, []).columns.map(({ name }) => name);
    expect(names(['a'])).toEqual(['status', 'crawlers', 'url']);
    expect(names([])).toEqual(['status', 'url']);
    expect(rowShape(['status'], agents, targets)).toEqual({
      columns: [{ name: 'status', type: 'INT32', nullable: true }],
      crawlers: agents,
      targets,
    });
  });

  it('has a column a crawler for up to a hundred of them', () => {
    const shape = (count: number) => rowShape(['crawlers'], Array(count).fill('a'), []);
    expect([isMap(shape(100)), isMap(shape(101))]).toEqual([false, true]);
  });
});

describe('CSV', () => {
  it('has a column for each crawler and target; lists and objects are JSON, what is absent is empty', () => {
    const shape = rowShape(
      ['url', 'redirect_target', 'agents_named', 'http', 'crawlers', 'warc_offset'],
      agents,
      ['/x'],
    );
    expect(csvHeader(shape)).toBe(
      'url,redirect_target,agents_named,http,crawlers.GPTBot.allows,crawlers.GPTBot.decided_by,crawlers.GPTBot.targets./x,crawlers.FooBot.allows,crawlers.FooBot.decided_by,crawlers.FooBot.targets./x,warc_offset\r\n',
    );
    expect(csvLine(row(), shape)).toBe(
      'https://example.com/robots.txt,,"[""GPTBot""]","{""content-type"":""text/plain"",""x-a"":""=1""}",none,own group,false,some,*,false,12\r\n',
    );
  });

  it('keeps formulas from being ones, and leaves empty what a row does not say of a crawler', () => {
    const shape = rowShape(['content_type', 'crawlers'], ['Nobody'], ['/']);
    expect(csvLine({ ...row(), content_type: '=1+1' }, shape)).toBe("'=1+1,,,\r\n");
  });
});

describe('a part of a Parquet file', () => {
  it('holds each column by its type, and what is null', async () => {
    const none = { ...row(), fetched_at: null, status: null, sitemaps: null, crawl_delay: null, warc: null };
    const { rows, metadata } = await written([[row(), none]]);
    for (const [at, stated] of [row(), none].entries()) {
      for (const name of all) {
        const found = (rows[at] as Record<string, unknown>)[name];
        const isText = columns[name as keyof CorpusRow].type === 'JSON';
        const value = isText ? JSON.parse(found as string) : plain(found);
        expect([name, value]).toEqual([name, plain(stated[name as keyof CorpusRow])]);
      }
    }
    expect(rows[0]).toMatchObject({ fetched_at: new Date('2026-11-22T10:11:12Z'), warc_offset: 12n });
    expect(metadata).toMatchObject({ num_rows: 2n, created_by: 'robots-exclusion' });
    expect(metadata.key_value_metadata).toEqual([{ key: 'robots-exclusion.row', value: ROW_VERSION }]);
  });

  it('declares times in UTC, JSON as text, and lists of three levels, as the format asks', () => {
    const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
    const declared = (type: ColumnType) => elementsOf({ name: 'a', type, nullable: false });
    expect(declared('JSON')).toEqual([{ name: 'a', ...text, repetition_type: 'REQUIRED' }]);
    expect(declared('TIMESTAMP')[0]?.logical_type).toEqual({
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MILLIS',
    });
    expect(declared('STRINGS')).toEqual([
      { name: 'a', converted_type: 'LIST', repetition_type: 'REQUIRED', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      { name: 'element', ...text, repetition_type: 'REQUIRED' },
    ]);
    expect(() => declared('CRAWLERS')).toThrow('The columns of crawlers depend on the table');
  });

  it('declares a struct a crawler, with one of its targets where there are any', async () => {
    const verdict = (name: string) => ({ name, type: 'BOOLEAN', repetition_type: 'OPTIONAL' });
    const word = (name: string) => ({
      name,
      type: 'BYTE_ARRAY',
      converted_type: 'UTF8',
      logical_type: { type: 'STRING' },
      repetition_type: 'OPTIONAL',
    });
    const of = (name: string, num_children: number) => ({ name, repetition_type: 'REQUIRED', num_children });
    const words = [word('allows'), word('decided_by')];
    await written([[row()]], ['status', 'crawlers']);
    const member = [...words, of('targets', 2), verdict('/'), verdict('/x')];
    expect(schemaOf(octetsOf(join(folder, 'whole.parquet')))).toEqual([
      { name: 'root', num_children: 2 },
      { name: 'status', type: 'INT32', repetition_type: 'OPTIONAL' },
      of('crawlers', 2),
      of('GPTBot', 3),
      ...member,
      of('FooBot', 3),
      ...member,
    ]);
    const few = rowShape(['crawlers'], ['GPTBot'], []);
    const writer = new ParquetPartWriter(join(folder, 'few'), few);
    joinParquet(join(folder, 'few.parquet'), few, [{ path: join(folder, 'few'), part: writer.end() }]);
    expect(schemaOf(octetsOf(join(folder, 'few.parquet')))).toEqual([
      { name: 'root', num_children: 1 },
      of('crawlers', 1),
      of('GPTBot', 2),
      ...words,
    ]);
  });

  it('makes crawlers a map by name where there are many', async () => {
    const many = Array.from({ length: 101 }, (_, at) => `Bot${at}`);
    const shape = rowShape(['crawlers'], many, targets);
    const writer = new ParquetPartWriter(join(folder, 'map'), shape);
    writer.add(row('a.example', text, many));
    const path = join(folder, 'map.parquet');
    joinParquet(path, shape, [{ path: join(folder, 'map'), part: writer.end() }]);
    const [first] = await parquetReadObjects({ file: octetsOf(path), rowEnd: 1 });
    const found = first?.['crawlers'] as Record<string, unknown>;
    expect(Object.keys(found)).toEqual(many);
    expect(found['Bot7']).toEqual({ allows: 'some', decided_by: '*', targets: { '/': true, '/x': false } });
    expect(schemaOf(octetsOf(path)).slice(1, 5)).toEqual([
      { name: 'crawlers', converted_type: 'MAP', repetition_type: 'REQUIRED', num_children: 1 },
      { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
      {
        name: 'key',
        type: 'BYTE_ARRAY',
        converted_type: 'UTF8',
        logical_type: { type: 'STRING' },
        repetition_type: 'REQUIRED',
      },
      { name: 'value', repetition_type: 'REQUIRED', num_children: 3 },
    ]);
  });

  it.each([
    [400_000, [2, 2, 1]],
    [1_000_001, [1, 1, 1, 1, 1]],
  ])('holds a million entries of maps in a row group: of %i crawlers in each row', (count, groups) => {
    const shape = rowShape(['crawlers'], Array(count).fill('GPTBot'), targets);
    const writer = new ParquetPartWriter(join(folder, 'maps'), shape);
    for (let at = 0; at < 5; at++) writer.add(row());
    expect(writer.end().rowGroups.map(({ num_rows }) => Number(num_rows))).toEqual(groups);
  });

  it('begins another row group after 100,000 rows, or 64 MiB of values', () => {
    const groupsOf = (name: ColumnName, each: CorpusRow, count: number): number[] => {
      const writer = new ParquetPartWriter(join(folder, name), rowShape([name], [], []));
      for (let at = 0; at < count; at++) writer.add(each);
      return writer.end().rowGroups.map(({ num_rows }) => Number(num_rows));
    };
    expect(groupsOf('status', row(), MOST_PART_ROWS + 1)).toEqual([100_000, 1]);
    // A string counts as its own octets plus 32.
    const long = { ...row(), robots: 'a'.repeat(1024 * 1024 - 32) };
    expect(groupsOf('robots', long, 65)).toEqual([64, 1]);
    // An object counts as 16 octets plus four for each octet of its JSON.
    const fields = { ...row(), http: { a: 'a'.repeat(256 * 1024 - 4 - 8) } };
    expect(groupsOf('http', fields, 65)).toEqual([64, 1]);
    const named = { ...row(), agents_named: ['a'.repeat(256 * 1024 - 4 - 4)] };
    expect(groupsOf('agents_named', named, 65)).toEqual([64, 1]);
  });

  it('counts what rows share once: the answers to crawlers', () => {
    const many = Array.from({ length: 100 }, (_, at) => `bot${at}`);
    const shape = rowShape(['crawlers'], many, targets);
    const one = row();
    const shared = row(undefined, undefined, many).crawlers;
    const groups = (answers: () => CorpusRow['crawlers']): number => {
      const writer = new ParquetPartWriter(join(folder, 'shared'), shape);
      for (let at = 0; at < 5300; at++) writer.add({ ...one, crawlers: answers() });
      return writer.end().rowGroups.length;
    };
    expect(groups(() => shared)).toBe(1);
    expect(groups(() => ({ ...shared }))).toBe(2);
  });
});

describe('parts of a Parquet file', () => {
  it('are one file in their order, wherever each began', async () => {
    const hosts = ['a.example', 'b.example', 'c.example', 'd.example'];
    const [a, b, c, d] = hosts.map((host) => row(host)) as [CorpusRow, CorpusRow, CorpusRow, CorpusRow];
    const { rows, metadata, made } = await written([[a, a, b], [], [c], [d, a]]);
    expect(rows.map(({ url }) => new URL(url as string).hostname[0])).toEqual(['a', 'a', 'b', 'c', 'd', 'a']);
    expect(metadata.num_rows).toBe(6n);
    expect(metadata.row_groups).toHaveLength(3);
    expect(made.map(({ part }) => part.rows)).toEqual([3, 0, 1, 2]);
    // The offset of every chunk is relative to the whole file, because readers of one column in one group seek to it.
    const file = octetsOf(join(folder, 'whole.parquet'));
    const last = await parquetReadObjects({ file, columns: ['url', 'status'], rowStart: 4, rowEnd: 6 });
    expect(last).toEqual([
      { url: 'https://d.example/robots.txt', status: 200 },
      { url: 'https://a.example/robots.txt', status: 200 },
    ]);
    for (const { columns } of metadata.row_groups)
      for (const { file_offset, meta_data } of columns) {
        const { data_page_offset: pages, dictionary_page_offset: words } = meta_data as NonNullable<
          typeof meta_data
        >;
        expect(Number(file_offset)).toBeGreaterThanOrEqual(4);
        expect(Number(file_offset)).toBeLessThan(file.byteLength);
        expect(Number(words ?? pages)).toBe(Number(file_offset));
        expect(Number(pages)).toBeGreaterThanOrEqual(Number(words ?? pages));
      }
  });
});

describe('a stream of Parquet', () => {
  const columns = [
    { name: 'at', type: 'INT32', nullable: false },
    { name: 'one', columns: [{ name: 'word', type: 'STRING', nullable: true }] },
  ] as const;

  it('hands on octets when a group of 4,000 rows is there, and all together are the file', async () => {
    const stream = new ParquetStream(columns);
    const rowAt = (at: number) => (at % 2 ? { at, one: { word: `w${at}` } } : { at });
    const begun = stream.add(Array.from({ length: 3999 }, (_, at) => rowAt(at)));
    const first = stream.add([rowAt(3999), rowAt(4000)]);
    const none = stream.add([rowAt(4001)]);
    const rest = stream.end();
    expect(begun.length).toBeLessThanOrEqual(4);
    expect(first.length).toBeGreaterThan(1000);
    expect(none).toHaveLength(0);
    const whole = Buffer.concat([begun, first, none, rest]);
    const file = whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length) as ArrayBuffer;
    const metadata = parquetMetadata(file);
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([4000, 2]);
    expect(metadata.created_by).toBe('robots-exclusion');
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(4002);
    expect(rows.slice(0, 2)).toEqual([
      { at: 0, one: { word: null } },
      { at: 1, one: { word: 'w1' } },
    ]);
    expect(rows[4001]).toEqual({ at: 4001, one: { word: 'w4001' } });
    expect(schemaOf(file).slice(0, 3)).toEqual([
      { name: 'root', num_children: 2 },
      { name: 'at', type: 'INT32', repetition_type: 'REQUIRED' },
      { name: 'one', repetition_type: 'REQUIRED', num_children: 1 },
    ]);
  });

  it('of no rows is a file of no row groups', () => {
    const stream = new ParquetStream(columns);
    const whole = Buffer.concat([stream.add([]), stream.end()]);
    const file = whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length) as ArrayBuffer;
    expect(parquetMetadata(file)).toMatchObject({ num_rows: 0n, row_groups: [] });
  });

  it('takes no value from what an object inherits', async () => {
    const stream = new ParquetStream([{ name: 'constructor', type: 'STRING', nullable: true }]);
    const whole = Buffer.concat([stream.add([{}]), stream.end()]);
    const file = whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length) as ArrayBuffer;
    expect(await parquetReadObjects({ file })).toEqual([{ constructor: null }]);
  });
});

describe('a file behind another', () => {
  it('is handed on from where it is to begin, whatever its length', () => {
    const path = join(folder, 'octets');
    const octets = Buffer.from(Array.from({ length: 2 * 1024 * 1024 + 5 }, (_, at) => at % 251));
    writeFileSync(path, octets);
    const pieces: Buffer[] = [];
    appendFile(path, 3, (piece) => pieces.push(Buffer.from(piece)));
    expect(Buffer.concat(pieces).equals(octets.subarray(3))).toBe(true);
    expect(pieces.map(({ length }) => length)).toEqual([1024 * 1024, 1024 * 1024, 2]);
  });

  it('is closed, also when it cannot be written', () => {
    const path = join(folder, 'octets');
    writeFileSync(path, 'abc');
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let times = 0; times < 5; times++)
      expect(() =>
        appendFile(path, 0, () => {
          throw new Error('full');
        }),
      ).toThrow('full');
    expect(open()).toBe(before);
  });
});
