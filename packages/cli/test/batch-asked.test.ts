/** `robots batch` with crawlers and targets that apply to every file, optional parts, and output formats. */
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { robots, startRobots, temporaryFile } from './command.ts';

const bodies = [
  '',
  'User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /x\nContent-Usage: train-ai=n\n',
  'User-agent: googlebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\nAllow: /y\n',
  'User-agent: FooBot\nUser-agent: gptbot\nAllow: /$\nDisallow: /\n',
  '<!doctype html>',
];
const crawlers = ['GPTBot', 'Googlebot-Image', 'FooBot,BarBot', 'AdsBot-Google', '*'];
const targets = ['/', '/x', '/robots.txt', 'https://example.com/y?z'];
const files = bodies.map((text, id) => ({ id, robots: text }));
const many = [...crawlers.flatMap((name) => ['--agent', name]), '--targets', targets.join(',')];

function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

async function batch(input: string, ...args: string[]) {
  const { stdout, stderr, exit } = await robots(['batch', ...args], { input });
  return { rows: stdout.split('\n').filter(Boolean), stderr, exit };
}

/** The output for records with one query each. */
async function oneByOne(...args: string[]) {
  const questions = bodies.flatMap((text) =>
    crawlers.flatMap((name) => targets.map((url) => ({ robots: text, agent: name.split(','), url }))),
  );
  const { rows } = await batch(lines(questions), ...args);
  return rows.map((row) => JSON.parse(row));
}

describe('robots batch --agent --targets', () => {
  it('answers every file for every crawler and target as one question each is answered', async () => {
    const { rows, exit } = await batch(lines(files), ...many);
    const answers = rows.map((row) => JSON.parse(row));
    expect(answers.map(({ id }) => id)).toEqual(files.map(({ id }) => id));
    const flat = answers.flatMap(({ crawlers: by }) =>
      crawlers.flatMap((name) => targets.map((url) => by[name][url])),
    );
    expect(flat).toEqual((await oneByOne()).map(({ allow }) => allow));
    expect(exit).toBe(0);
  });

  it('answers with --explain and --usage as one question each is answered', async () => {
    const parts = ['--explain', '--usage'];
    const { rows } = await batch(lines(files), ...many, ...parts);
    const answers = rows.map((row) => JSON.parse(row).crawlers);
    const flat = answers.flatMap((by) => crawlers.flatMap((name) => targets.map((url) => by[name][url])));
    const expected = (await oneByOne(...parts)).map(({ id: _, ...answer }) => answer);
    expect(flat).toEqual(expected);
    expect(expected[1].verdict).toEqual({ allowed: true, because: 'no-group', candidates: [] });
    expect(Object.keys(expected[0].usage).length).toBeGreaterThan(0);
  });

  it('says the same with two threads, in TSV and in Parquet', async () => {
    const bad = `${lines(files)}nope\n${lines([
      { id: 'z', robots: 7 },
      { id: '12345678901234567890', robots: '' },
    ])}`;
    const { rows } = await batch(bad, ...many);
    expect((await batch(bad, ...many, '--workers', '2')).rows).toEqual(rows);
    const answers = rows.map((row) => JSON.parse(row));
    const tsv = files.map(({ id, robots: text }) => `${id}\t${JSON.stringify(text)}\n`).join('');
    const cells = answers
      .slice(0, files.length)
      .map(({ id, crawlers: by }) =>
        [id, ...crawlers.flatMap((name) => targets.map((url) => by[name][url]))].join('\t'),
      );
    expect((await batch(tsv, ...many, '--format', 'tsv')).rows).toEqual(cells);
    expect((await batch(lines(files), ...many, '--output', 'tsv')).rows).toEqual(cells);
    const table = await parquet(bad, ...many);
    const expected = answers.map(({ id, crawlers: by, error }) => ({
      id: id === null ? 'null' : String(id),
      crawlers:
        by ??
        Object.fromEntries(
          crawlers.map((name) => [name, Object.fromEntries(targets.map((url) => [url, null]))]),
        ),
      is_truncated: false,
      error_code: error?.code ?? null,
      error_message: error?.message ?? null,
    }));
    expect(table).toEqual(expected);
  });

  it('nests only what was asked of all', async () => {
    const [record] = [{ id: 1, robots: bodies[1], agent: 'GPTBot', url: '/x' }];
    expect((await batch(lines([record]), '--agent', 'FooBot')).rows).toEqual([
      '{"id":1,"crawlers":{"FooBot":false}}',
    ]);
    expect((await batch(lines([record]), '--targets', '/robots.txt,/')).rows).toEqual([
      '{"id":1,"targets":{"/robots.txt":true,"/":false}}',
    ]);
  });

  it('takes crawlers from the registry and from a file', async () => {
    const { rows } = await batch(lines(files.slice(1, 2)), '--agents', 'registry:training', '--targets', '/');
    expect(JSON.parse(rows[0] as string).crawlers.GPTBot).toEqual({ '/': false });
    const list = temporaryFile('list.txt', '# mine\nFooBot\n\nGPTBot\n');
    expect((await batch(lines(files.slice(1, 2)), '--agents', list, '--targets', '/')).rows).toEqual([
      '{"id":1,"crawlers":{"FooBot":{"/":true},"GPTBot":{"/":false}}}',
    ]);
  });

  it('takes registry:PURPOSE as the agent of a record, where answers have no columns', async () => {
    const records = ['registry:training', 'registry:trainig', ['A', 'registry:search'], 'GPTBot'].map(
      (agent) => JSON.stringify({ robots: 'User-agent: GPTBot\nDisallow: /\n', agent, url: '/a' }),
    );
    const input = records.join('\n');
    const { rows } = await batch(input);
    expect(JSON.parse(rows[0] as string).crawlers).toMatchObject({ GPTBot: false, CCBot: true });
    expect(rows[1]).toContain('did you mean \\"registry:training\\"?');
    expect(rows[2]).toContain('"code":"invalid-agent"');
    expect(JSON.parse(rows[3] as string)).toMatchObject({ allow: false });
    const targets = await batch(records[0] as string, '--targets', '/robots.txt,/b');
    expect(JSON.parse(targets.rows[0] as string).crawlers.GPTBot).toEqual({
      '/robots.txt': true,
      '/b': false,
    });
    expect((await batch(records[0] as string, '--output', 'tsv')).rows[0]).toContain('error\tinvalid-agent');
  });

  it('refuses what it cannot ask', async () => {
    for (const [args, message] of [
      [['--agent', '('], 'expected a product token'],
      [['--targets', 'x'], 'expected an absolute URL or a path'],
      [['--agents', 'registry:world-peace'], 'Cannot find crawlers'],
      [['--output', 'xlsx'], 'Allowed choices'],
    ] as const) {
      const { stderr, exit, rows } = await batch('', ...args);
      expect(stderr).toContain(message);
      expect([exit, rows]).toEqual([2, []]);
    }
    const { rows } = await batch('1\t""\tFooBot\t/\n', '--format', 'tsv', '--agent', 'FooBot');
    expect(rows).toEqual(['1\terror\tinvalid-tsv\t']);
  });
});

describe('robots batch --output parquet', () => {
  it('has a typed column for each part of a verdict', async () => {
    const records = [
      { id: 1, robots: bodies[1], agent: 'GPTBot', url: '/x' },
      { id: { a: 1.0 }, robots: '', agent: 'GPTBot', url: '/x' },
    ];
    const rows = await parquet(lines(records), '--explain');
    expect(rows).toMatchObject([
      {
        id: '1',
        allow: false,
        because: 'rule',
        line: 2,
        rule: 'Disallow: /',
        verdict: expect.stringContaining('"candidates":[{"kind":"disallow"'),
      },
      { id: '{"a":1}', allow: true, because: 'no-group', line: null, rule: null, error_code: null },
    ]);
    expect(await parquet('', '--usage')).toEqual([]);
  });
});

async function parquet(input: string, ...args: string[]) {
  const out = temporaryFile('answers.parquet', '');
  const opened = openSync(out, 'w');
  const child = startRobots(['batch', ...args, '--output', 'parquet'], {}, opened);
  child.stdin?.end(input);
  await once(child, 'close');
  closeSync(opened);
  const file = readFileSync(out);
  return parquetReadObjects({ file: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) });
}
