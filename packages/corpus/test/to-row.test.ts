/** Converts captures to rows as `spec/schema/corpus-row.json` describes them. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { presets } from '@robots-exclusion/client/presets';
import {
  agentsFor,
  type Capture,
  type CorpusRow,
  columnNames,
  type RowOptions,
  toRow,
} from '@robots-exclusion/corpus';
import { arbitraryQuestion, runs } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type CrawlerProfile, isAllowed, parse } from 'robots-exclusion';
import { groupInForce, resolveCrawler } from 'robots-exclusion/agents';
import { describe, expect, it } from 'vitest';
import { USAGE_FIELDS } from '../src/row/usage-entries.ts';
import { readHttpAnswer } from '../src/warc/http-answer.ts';
import { zstdLibrary } from '../src/warc/zstd-library.ts';

// Rows are made synchronously; readers of archives load the library when a capture needs it.
const zstd = await zstdLibrary();

const schema = JSON.parse(
  readFileSync(new URL('../../../spec/schema/corpus-row.json', import.meta.url), 'utf8'),
);
const validate = new Ajv2020({ allowUnionTypes: true, strictSchema: false }).compile(schema);

const file = 'User-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nDisallow: /\nSitemap: /map.xml\n';

function capture(parts: Partial<Capture> & { text?: string } = {}): Capture {
  const { text = file, ...rest } = parts;
  return {
    type: 'response',
    url: 'https://example.com/robots.txt',
    date: '2026-11-22T10:11:12Z',
    status: 200,
    headers: { 'content-type': 'text/plain' },
    payload: Buffer.from(text),
    truncated: undefined,
    offset: 0,
    ...rest,
  };
}

function row(parts: Parameters<typeof capture>[0] = {}, options: RowOptions = {}): CorpusRow {
  const made = toRow(capture(parts), { agents: ['GPTBot', 'FooBot'], ...options });
  expect(validate(JSON.parse(JSON.stringify(made))), JSON.stringify(validate.errors)).toBe(true);
  expect(Object.keys(made)).toEqual(schema.required);
  return made;
}

describe('toRow', () => {
  it('says what a robots.txt holds and leaves to each crawler', () => {
    expect(row({}, { targets: ['/', '/x'], warc: 'a.warc.gz' })).toEqual({
      url: 'https://example.com/robots.txt',
      origin: 'https://example.com',
      fetched_at: '2026-11-22T10:11:12.000Z',
      status: 200,
      redirect_target: null,
      final_url: 'https://example.com/robots.txt',
      hops: 0,
      outcome: 'rules',
      policy_row: 'rfc9309/2xx',
      content_type: 'text/plain',
      bytes: file.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      truncated: false,
      is_robots: true,
      content: 'robots',
      encoding: 'utf-8',
      groups: 2,
      rules: 2,
      sitemaps: 1,
      crawl_delay: null,
      agents_named: ['GPTBot'],
      usage: [],
      diagnostics: {},
      crawlers: {
        GPTBot: { allows: 'none', decided_by: 'own group', targets: { '/': false, '/x': false } },
        FooBot: { allows: 'some', decided_by: '*', targets: { '/': true, '/x': false } },
      },
      warc: 'a.warc.gz',
      warc_offset: 0,
    });
  });

  it.each([
    ['rfc9309', 404, 'no-rules', 'rfc9309/4xx'],
    ['rfc9309', 429, 'no-rules', 'rfc9309/4xx'],
    ['commoncrawl', 429, 'unreachable', 'commoncrawl/429/deferred'],
    ['google', 503, 'unreachable', 'google/5xx/first-12-hours'],
    ['archive', 503, 'no-rules', 'archive/5xx/at-once'],
    ['rfc9309', 304, 'unreachable', 'rfc9309/3xx/at-once'],
    ['google', 304, 'no-rules', 'google/3xx'],
  ] as const)('%s reads status %i as %s', (preset, status, outcome, policyRow) => {
    const { crawlers, ...made } = row({ status, text: '<html>' }, { preset, targets: ['/', '/robots.txt'] });
    expect([made.outcome, made.policy_row, made.groups]).toEqual([outcome, policyRow, null]);
    const isOpen = outcome === 'no-rules';
    expect(crawlers['GPTBot']).toEqual({
      allows: isOpen ? 'all' : 'none',
      decided_by: 'none',
      targets: { '/': isOpen, '/robots.txt': true },
    });
  });

  it('follows no redirect: the answer is another capture', () => {
    const headers = { location: '//www.example.com/robots.txt#x' };
    expect(row({ status: 301, headers, text: '' })).toMatchObject({
      redirect_target: 'https://www.example.com/robots.txt',
      final_url: 'https://www.example.com/robots.txt',
      hops: 1,
      outcome: 'unknown',
      policy_row: null,
      content: null,
      crawlers: { GPTBot: { allows: null, decided_by: null, targets: { '/': null } } },
    });
    expect(row({ status: 301, headers: {}, text: '' })).toMatchObject({
      outcome: 'unreachable',
      policy_row: 'rfc9309/redirect-without-location/at-once',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstd.compress],
    ['gzip, zstd', (octets: Buffer) => zstd.compress(gzipSync(octets))],
    ['zstd, x-gzip', (octets: Buffer) => gzipSync(zstd.compress(octets))],
    ['gzip', (octets: Buffer) => octets],
    ['dcz', (octets: Buffer) => octets],
    ['utf-8', (octets: Buffer) => octets],
  ])('RFC 9110 §8.4, RFC 9112 §7: takes the coding %s off, where it is on', (coding, encode) => {
    const payload = encode(Buffer.from(file));
    for (const headers of [{ 'content-encoding': coding }, { 'transfer-encoding': `${coding}, chunked` }]) {
      expect(row({ payload, headers })).toMatchObject({
        outcome: 'rules',
        bytes: file.length,
        truncated: false,
      });
    }
  });

  const cutZstd = zstd.compress(Buffer.from(file)).subarray(0, 20);
  const stored = Buffer.from(file);
  const binary = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 1, 2, 3, 0xff]);
  it.each([
    ['here/coding-dcz', { 'content-encoding': 'dcz' }, binary, undefined],
    ['here/coding-dcb', { 'content-encoding': 'dcb' }, binary, undefined],
    ['here/coding-compress', { 'content-encoding': 'compress' }, binary, undefined],
    ['here/coding-compress', { 'transfer-encoding': 'compress' }, binary, undefined],
    ['here/coding-aws-chunked', { 'content-encoding': 'aws-chunked' }, binary, undefined],
    ['here/coding-unknown', { 'content-encoding': 'Ä' }, binary, undefined],
    ['here/many-codings', { 'content-encoding': 'gzip, gzip, gzip' }, binary, undefined],
    ['here/decoded-size', { 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(2 ** 25)), undefined],
    ['here/decoded-size', { 'content-encoding': 'zstd' }, zstd.compress(Buffer.alloc(2 ** 25)), undefined],
    ['archiver/truncated', { 'content-encoding': 'zstd' }, cutZstd, 'length'],
    ['archiver/short-body', { 'content-encoding': 'zstd' }, cutZstd, undefined],
    ['archiver/short-body', { 'content-encoding': 'gzip' }, gzipSync(file).subarray(0, 40), undefined],
    ['archiver/short-body', {}, stored, 'short'],
    ['archiver/truncated', {}, stored, 'disconnect'],
    ['archiver/truncated', {}, stored, 'time'],
    ['archiver/truncated', {}, stored, 'unspecified'],
  ])('what is not read is unknown, not unreachable: %s %j', (policy_row, headers, payload, truncated) => {
    const expected = { outcome: 'unknown', policy_row, groups: null };
    const crawlers = { GPTBot: { allows: null, decided_by: null, targets: { '/': null } } };
    expect(row({ payload, headers, truncated })).toMatchObject({ ...expected, crawlers });
    expect(row({ payload, headers, truncated, status: 404 })).toMatchObject({ outcome: 'no-rules' });
  });

  it('reads the beginning of a body that inflates without end', () => {
    const rules = `${file}${'#'.repeat(2 ** 22)}`;
    for (const [coding, encode] of [
      ['gzip', gzipSync],
      ['deflate', deflateRawSync],
    ] as const) {
      expect(row({ payload: encode(rules), headers: { 'content-encoding': coding } })).toMatchObject({
        outcome: 'rules',
        bytes: 512_000,
        truncated: true,
        groups: 2,
      });
    }
  });

  it('reads what is there of a coded body that was cut, and nothing of a broken one', () => {
    const long = gzipSync(
      `${file}${Array.from({ length: 5000 }, (_, at) => `Disallow: /${at * 7919}\n`).join('')}`,
    );
    const cut = row({
      payload: long.subarray(0, long.length / 2),
      headers: { 'content-encoding': 'gzip' },
      truncated: 'length',
    });
    expect(cut).toMatchObject({ outcome: 'rules', truncated: true, groups: 2 });
    const broken = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(100, 0xee)]);
    expect(row({ payload: broken, headers: { 'content-encoding': 'gzip' } })).toMatchObject({
      outcome: 'unreachable',
      policy_row: 'rfc9309/broken-body/at-once',
      bytes: null,
    });
  });

  it('reads what an archive kept of a long body', () => {
    expect(row({ truncated: 'length' })).toMatchObject({
      outcome: 'rules',
      policy_row: 'rfc9309/2xx-too-large',
      truncated: true,
    });
  });

  it('reads at most maxBytes', () => {
    expect(row({}, { maxBytes: 30 })).toMatchObject({
      bytes: 30,
      truncated: true,
      groups: 1,
      diagnostics: { truncated: 1 },
    });
  });

  it.each([
    ['html', '<!doctype html><title>x</title>'],
    ['json', '{"error": 404}'],
    ['binary', 'a\u0000b'],
    ['message', 'Not found'],
    ['empty', ''],
    ['robots', '# nothing'],
  ])('knows %s', (content, text) => {
    expect(row({ text })).toMatchObject({ content, is_robots: content === 'robots', outcome: 'rules' });
  });

  it('reads UTF-16 by its mark', () => {
    const octets = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file, 'utf16le')]);
    expect(row({ payload: octets })).toMatchObject({
      encoding: 'utf-16le',
      groups: 2,
      diagnostics: { 'utf-16': 1 },
    });
  });

  it.each([
    [undefined, null],
    ['', null],
    ['yesterday', null],
    ['2026-02-30T00:00:00Z', null],
    ['2026-11-22T24:00:00Z', null],
    ['2024-02-29T01:02:03Z', '2024-02-29T01:02:03.000Z'],
    ['2026-02-28T23:59:59Z', '2026-02-28T23:59:59.000Z'],
    ['2026-12-31T00:00:00Z', '2026-12-31T00:00:00.000Z'],
    ['2026-13-01T00:00:00Z', null],
    ['2026-00-10T00:00:00Z', null],
    ['2026-10-00T00:00:00Z', null],
    ['2026-10-10T00:60:00Z', null],
    ['2026-10-10T00:00:00Z\n', null],
    ['2026-11-22T10:11:12.123456789Z', '2026-11-22T10:11:12.123Z'],
    ['2026-11', '2026-11-01T00:00:00.000Z'],
  ])('reads the date %j', (date, expected) => {
    expect(row({ date }).fetched_at).toBe(expected);
  });

  it('says of a revisit without its original what its status says', () => {
    const missing = { type: 'revisit', payload: undefined } as const;
    expect(row({ ...missing, status: 200 })).toMatchObject({
      outcome: 'unknown',
      bytes: null,
      is_robots: null,
      content: null,
    });
    expect(row({ ...missing, status: 304 })).toMatchObject({ outcome: 'unknown' });
    expect(row({ ...missing, status: 404 })).toMatchObject({ outcome: 'no-rules' });
    expect(row({ type: 'revisit', status: 304, originalStatus: 200 })).toMatchObject({
      status: 304,
      outcome: 'rules',
      groups: 2,
    });
  });

  it.each(['', 'x', 'mailto:a@b', 'https://[::1/robots.txt'])('takes the URL %j as written', (url) => {
    expect(row({ url })).toMatchObject({ url, origin: null });
  });

  it('reads each line of X-Robots-Tag by itself, because it may name a crawler', () => {
    const lines = 'X-Robots-Tag: foobot: nosnippet\r\nX-Robots-Tag: noindex\r\n';
    const answer = readHttpAnswer(
      Buffer.from(`HTTP/1.1 200 OK\r\n${lines}\r\nUser-agent: *\n`),
      USAGE_FIELDS,
    );
    expect(row({ headers: answer?.headers ?? {} }).usage).toMatchObject([
      { header: 'x-robots-tag', states: { noindex: 'present' } },
    ]);
  });

  it('lists what is stated about use', () => {
    const text =
      'User-agent: *\nContent-Signal: ai-train=no, search=yes\nLicense: https://example.com/l.xml\nCrawl-delay: 2.5\n';
    expect(row({ text, headers: { 'content-usage': 'train-ai=n' } })).toMatchObject({
      crawl_delay: 2.5,
      usage: [
        { convention: 'aipref', states: { 'train-ai': 'disallow' }, line: null, header: 'content-usage' },
        {
          convention: 'content-signal',
          states: { 'ai-train': 'disallow', search: 'allow' },
          line: 2,
          header: null,
        },
        { convention: 'license', states: { license: 'https://example.com/l.xml' }, line: 3, header: null },
      ],
    });
  });

  it('knows crawlers as every door does: Googlebot-Image follows Googlebot, unless literally', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /x\n';
    const agents = ['Googlebot-Image', 'AdsBot-Google', 'FooBot,Googlebot', '*'];
    const allows = (literal: boolean): unknown =>
      Object.entries(row({ text }, { agents, literal }).crawlers).map(([name, found]) => [
        name,
        found.allows,
      ]);
    expect(allows(false)).toEqual([
      ['Googlebot-Image', 'some'],
      ['AdsBot-Google', 'all'],
      ['FooBot,Googlebot', 'some'],
      ['*', 'none'],
    ]);
    expect(allows(true)).toEqual([
      ['Googlebot-Image', 'none'],
      ['AdsBot-Google', 'none'],
      ['FooBot,Googlebot', 'some'],
      ['*', 'none'],
    ]);
  });

  it('answers many crawlers as it answers each, and targets as isAllowed does', () => {
    const agents = agentsFor('all').slice(0, 40);
    fc.assert(
      fc.property(arbitraryQuestion, ({ body }) => {
        const payload = Buffer.from(typeof body === 'string' ? new TextEncoder().encode(body) : body);
        const together = row({ payload, headers: {} }, { agents, targets: ['/', '/a'] }).crawlers;
        for (const agent of agents) {
          const { who } = resolveCrawler(agent);
          const group = groupInForce(parse(payload), who as CrawlerProfile);
          const expected = group === undefined ? 'none' : group === '*' ? '*' : undefined;
          const own = group === agent ? 'own group' : 'fallback';
          expect(together[agent]?.decided_by).toBe(expected ?? own);
        }
        for (const agent of agents.slice(0, 5)) {
          const { [agent]: alone } = row(
            { payload, headers: {} },
            { agents: [agent], targets: ['/', '/a'] },
          ).crawlers;
          expect(together[agent]).toEqual(alone);
        }
        for (const [agent, { allows, targets }] of Object.entries(
          row({ payload, headers: {} }, { agents, literal: true }).crawlers,
        )) {
          expect(targets['/']).toBe(isAllowed(parse(payload), agent, '/'));
          if (allows !== 'some') expect(targets['/']).toBe(allows === 'all');
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('gives the columns that are wanted as the whole row has them, in its order', () => {
    const payloads = [file, '', '<html></html>', 'User-agent: *\nDisallow: /\n', undefined];
    const named = fc.uniqueArray(fc.constantFrom(...columnNames), { minLength: 1 });
    const answers = fc.record({
      text: fc.constantFrom(...payloads),
      status: fc.constantFrom(200, 301, 404, 503, undefined),
      truncated: fc.constantFrom(undefined, 'length', 'disconnect'),
    });
    fc.assert(
      fc.property(named, answers, (columns, { text, ...parts }) => {
        const stored = capture({ ...parts, payload: text === undefined ? undefined : Buffer.from(text) });
        const agents = columns.includes('crawlers') ? ['GPTBot'] : [];
        const whole = Object.entries(toRow(stored, { agents: ['GPTBot'], columns: columnNames }));
        expect(Object.entries(toRow(stored, { agents, columns }))).toEqual(
          whole.filter(([name]) => (columns as readonly string[]).includes(name)),
        );
      }),
      { numRuns: runs(300) },
    );
    expect(columnNames).toEqual(Object.keys(schema.properties));
  });

  it.each([
    [{ columns: ['url', 'when'] }, /column "when": expected some of url, origin, fetched_at, /],
    [{ columns: [] }, /an empty list of columns: expected some of url, /],
    [{ columns: ['url', 'crawlers'] }, /column "crawlers": expected at least one crawler/],
    [{ columns: ['url'], agents: ['A'] }, /crawlers without the column "crawlers": expected it among/],
    [{ preset: 'bing' }, /preset "bing": expected one of rfc9309/],
    [{ agents: [''] }, /crawler "": expected a product token/],
    [{ targets: ['x'] }, /target "x": expected an absolute URL or a path/],
  ])('refuses %j', (options, message) => {
    expect(() => toRow(capture(), options as never)).toThrow(message);
  });

  it('has the presets of the client', () => {
    for (const preset of presets.keys())
      expect(row({}, { preset: preset as 'google' }).policy_row).toBe(`${preset}/2xx`);
  });
});
