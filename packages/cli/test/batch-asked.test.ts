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
