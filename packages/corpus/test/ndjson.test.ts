/** The output lines of `robots warc`, which are assembled column by column, equal the rows as JSON. */
import { gzipSync } from 'node:zlib';
import { ndjsonLine, type RowOptions, readWarc } from '@robots-exclusion/corpus';
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { printableJsonText } from 'robots-exclusion/print';
import { expect, it } from 'vitest';
import { OctetWriter } from '../src/join/octets.ts';
import { Answer } from '../src/row/answer.ts';
import { columnNames } from '../src/row/columns.ts';
import { CrawlerCodes } from '../src/row/crawler-codes.ts';
import { readyOptions } from '../src/row/row-options.ts';
import { rowOf } from '../src/row/to-row.ts';
import { lineWriter } from '../src/run/ndjson.ts';
import { readStretch } from '../src/warc/read-warc.ts';
import { WHOLE } from '../src/warc/stretch.ts';
import { chunked, gzipped, http, record, robotsRecord } from './warc-builder.ts';

const text = fc
  .array(
    fc.constantFrom(
      'User-agent: ',
      'GPTBot',
      'a"b',
      '*',
      '\n',
      'Disallow: /',
      'Allow: /a\\',
      'Crawl-delay: 1.5',
      'é',
      '\u2028',
      '##[',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));
const part = fc.record({
  text,
  status: fc.constantFrom('200 OK', '404 Not Found', '301 Moved', '503 Unavailable'),
  type: fc.constantFrom('text/plain', 'text/html; charset="é"', ''),
  host: fc.constantFrom('a.example', 'é.example', 'a"b.example', 'a.example:80', 'a##[\u202e', ''),
  date: fc.constantFrom('2026-11-22T10:11:12Z', 'yesterday'),
});
const question = fc.constantFrom<RowOptions>(
  {},
  { agents: ['GPTBot'] },
  {
    agents: ['a"b', '*', '7'].map((name) => name.replace('"', '')),
    literal: true,
    targets: ['/', '/a"\\', '/é'],
  },
  { agents: ['GPTBot', 'CCBot', 'ClaudeBot', 'Bytespider', 'Applebot'], columns: [...columnNames] },
);

it('writes what JSON.stringify writes, for all columns and whatever they hold', () => {
  fc.assert(
    fc.property(part, question, (made, asked) => {
      const headers = { 'Content-Type': made.type, Location: '/"\\' };
      const capture = {
        type: 'response' as const,
        url: `https://${made.host}/robots.txt`,
        date: made.date,
        status: Number(made.status.slice(0, 3)),
        headers: { 'content-type': made.type, location: headers.Location },
        payload: Buffer.from(made.text),
        truncated: undefined,
        offset: 7,
      };
      const options = readyOptions({ ...asked, warc: 'a"b.warc.gz' });
      const expected = ndjsonLine(rowOf(new Answer(capture, options)));
      for (const safe of [undefined, printableJsonText]) {
        const write = lineWriter(options, safe && { safe });
        const octets = new OctetWriter();
        for (let times = 0; times < 2; times++) write(new Answer(capture, options), octets);
        const line = safe ? safe(expected) : expected;
        expect(octets.taken().toString()).toBe(line + line);
      }
      const octets = new OctetWriter();
      lineWriter(options, { codes: new CrawlerCodes(options) })(new Answer(capture, options), octets);
      const row = JSON.parse(octets.taken().toString());
      row.crawlers = new CrawlerCodes(options).crawlersOf(row.crawlers);
      expect(ndjsonLine(row)).toBe(expected);
    }),
    { numRuns: runs(500) },
  );
});

/** One record per member, several records per member, a record across members, and a record larger than one read. */
const odd = [
  gzipped([robotsRecord('a.example', 'User-agent: a\n'), robotsRecord('b.example', 'User-agent: b\n')]),
  gzipSync(Buffer.concat([robotsRecord('c.example', 'User-agent: c\n'), robotsRecord('d.example', 'x')])),
  ...[0, 1, 2].map((at) => {
    const whole = robotsRecord('e.example', `User-agent: ${'e'.repeat(300)}\n`);
    const third = Math.ceil(whole.length / 3);
    return gzipSync(whole.subarray(at * third, (at + 1) * third));
  }),
  gzipped(Array.from({ length: 70 }, (_, at) => robotsRecord(`f${at}.example`, `User-agent: f${at}\n`))),
  gzipSync(record({ url: 'https://g.example/robots.txt', block: http('g'.repeat(9_000_000)) })),
  gzipped([robotsRecord('h.example', 'User-agent: h\n')]),
];

it('reads the same where the octets of captures are written over by those of later ones', async () => {
  const octets = Buffer.concat(odd);
  const kept: string[] = [];
  for await (const { url, payload } of readWarc(octets))
    kept.push(`${url} ${Buffer.from(payload ?? []).toString('latin1', 0, 400)}`);
  const seen: string[] = [];
  const stream = chunked(octets, 5_000);
  for await (const captures of readStretch(stream, { isReleased: true }, WHOLE, () => {})) {
    for (const { url, payload } of captures)
      seen.push(`${url} ${Buffer.from(payload ?? []).toString('latin1', 0, 400)}`);
  }
  expect(seen).toHaveLength(77);
  expect(seen).toEqual(kept);
});
