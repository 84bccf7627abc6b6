/**
 * ISO 28500 §6.7 and §7: a revisit finds its original, and a divided record its segments, in any archive of a run,
 * whatever the order of the archives.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gzipped, http, record } from '../../corpus/test/warc-builder.ts';
import { robots, temporaryFolder } from './command.ts';

const url = (host: string): string => `https://${host}/robots.txt`;
const body = 'User-agent: *\nDisallow: /a\n';
const digest = { 'WARC-Payload-Digest': 'sha1:ABC' };

const originals = [
  record({
    url: url('moved.example'),
    block: http('', '301 Moved', { Location: url('a.example') }),
    fields: { 'WARC-Record-ID': '<urn:uuid:3>' },
  }),
  record({
    url: url('a.example'),
    block: http(body),
    fields: { ...digest, 'WARC-Record-ID': '<urn:uuid:1>' },
  }),
  record({
    url: url('b.example'),
    block: http('# by place\n'),
    fields: { 'WARC-Record-ID': '<urn:uuid:2>' },
  }),
];
const revisit = (host: string, fields: Record<string, string>, block: string | Buffer = ''): Buffer =>
  record({ type: 'revisit', url: url(host), date: '2026-11-23T00:00:00Z', block, fields });
const revisits = [
  revisit('a.example', { 'WARC-Refers-To': '<urn:uuid:1>' }),
  revisit('a.example', { 'WARC-Refers-To': '<urn:uuid:1>' }, http('', '304 Not Modified', {})),
  revisit('b.example', {
    'WARC-Refers-To-Target-URI': url('b.example'),
    'WARC-Refers-To-Date': '2026-11-22T10:11:12Z',
  }),
  revisit('other.example', { 'WARC-Payload-Digest': 'sha1:abc' }, http('', '200 OK', {})),
  revisit('moved.example', { 'WARC-Refers-To': '<urn:uuid:3>' }),
  revisit('lost.example', { 'WARC-Payload-Digest': 'sha1:elsewhere' }, http('')),
];

const whole = http('User-agent: *\nDisallow: /a\nDisallow: /b\n').toString();
const cuts = [whole.slice(0, 50), whole.slice(50, 70), whole.slice(70)];

/** The segments of a record; an altered one has a digest of other octets. */
const segmentsOf = (host: string, alters = false): Buffer[] =>
  cuts.map((block, index) =>
    record({
      ...{ type: index === 0 ? 'response' : 'continuation', url: url(host), block },
      fields: {
        'WARC-Record-ID': `<urn:uuid:${host}-${index}>`,
        'WARC-Segment-Number': `${index + 1}`,
        ...(index > 0 && { 'WARC-Segment-Origin-ID': `<urn:uuid:${host}-0>` }),
        ...(index === 2 && { 'WARC-Segment-Total-Length': `${whole.length}` }),
        ...(alters && { 'WARC-Block-Digest': 'sha1:0000000000000000000000000000000000000000' }),
      },
    }),
  );

describe('robots warc: records that others complete', () => {
  it.each([
    ['a member for each record', gzipped],
    ['one member', (records: readonly Uint8Array[]) => gzipSync(Buffer.concat(records))],
    ['plain', (records: readonly Uint8Array[]) => Buffer.concat(records)],
  ])('%s: find their originals in another archive, in any order', async (_, pack) => {
    const folder = temporaryFolder();
    const archive = (name: string, records: readonly Uint8Array[]): string => {
      writeFileSync(join(folder, name), pack(records));
      return join(folder, name);
    };
    const paths = [
      archive('1.warc', originals.slice(0, 2)),
      archive('2.warc', revisits),
      archive('3.warc', [record({ url: url('z.example'), block: http('') }), ...originals.slice(2)]),
    ];
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ];
    for (const [run, order] of orders.entries()) {
      const out = join(folder, `${run}.ndjson`);
      const { exit, stderr } = await robots([
        'warc',
        ...order.map((at) => paths[at] as string),
        '--out',
        out,
      ]);
      expect([exit, stderr]).toEqual([0, 'robots: 1 revisit without the original in these archives\n']);
      const rows = readFileSync(out, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const found = rows.filter(({ warc }) => warc === '2.warc');
      expect(
        found.map(({ origin, status, outcome, rules, bytes, hops }) => [
          origin,
          status,
          outcome,
          rules,
          bytes,
          hops,
        ]),
      ).toEqual([
        ['https://a.example', 200, 'rules', 1, body.length, 0],
        ['https://a.example', 304, 'rules', 1, body.length, 0],
        ['https://b.example', 200, 'rules', 0, 11, 0],
        ['https://other.example', 200, 'rules', 1, body.length, 0],
        ['https://moved.example', 301, 'rules', 1, 0, 1],
        ['https://lost.example', 200, 'unknown', null, null, 0],
      ]);
    }
    const { stdout, stderr } = await robots(['warc', ...paths]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(10);
    expect(stderr).toMatch(/6 revisits without the original in the same 16 MiB of their archive; with --out/);
  });

  it.each([
    ['a member for each record', gzipped],
    ['plain', (records: readonly Uint8Array[]) => Buffer.concat(records)],
  ])('%s: segments are joined across the run; an incomplete record stays unknown', async (_, pack) => {
    const folder = temporaryFolder();
    const archives = [0, 1, 2].map((at) => {
      const hosts = [
        segmentsOf('a.example'),
        segmentsOf('lost.example').slice(0, 2),
        segmentsOf('alone.example'),
      ];
      const records = hosts.flatMap((segments, host) =>
        host < 2 ? (segments[at] ?? []) : at === 1 ? segments : [],
      );
      writeFileSync(
        join(folder, `${at}.warc`),
        pack([record({ url: url(`${at}.example`), block: http('') }), ...records]),
      );
      return join(folder, `${at}.warc`);
    });
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [0, 1],
      [0, 2, 1],
    ]) {
      const out = join(folder, `${order.join('')}.csv`);
      const columns = 'warc,url,outcome,policy_row,rules,bytes';
      const paths = order.map((at) => archives[at] as string);
      expect((await robots(['warc', ...paths, '--out', out, '--columns', columns])).exit).toBe(0);
      const rows = readFileSync(out, 'utf8').trimEnd().split('\r\n');
      const length = whole.length - whole.indexOf('User');
      const of = (host: string): string[] => rows.filter((row) => row.includes(url(host)));
      const isWhole = order.includes(2);
      const found = isWhole ? `rules,rfc9309/2xx,${length},2` : 'unknown,archiver/segment-missing,,';
      expect(of('a.example')).toEqual(
        order.filter((at) => at === 0).map(() => `${url('a.example')},${found},0.warc`),
      );
      expect(new Set(of('lost.example'))).toEqual(
        new Set([`${url('lost.example')},unknown,archiver/segment-missing,,,0.warc`]),
      );
      expect(of('alone.example')).toEqual([`${url('alone.example')},rules,rfc9309/2xx,${length},2,1.warc`]);
      expect(rows).toHaveLength(2 + order.length + 2 * order.filter((at) => at === 0).length);
    }
  });

  it('a segment that is not the one of its digest is missing', async () => {
    const path = join(temporaryFolder(), 'altered.warc');
    const [, ...altered] = segmentsOf('a.example', true);
    writeFileSync(path, Buffer.concat([...segmentsOf('a.example').slice(0, 1), ...altered]));
    const { stdout } = await robots(['warc', path, '--columns', 'outcome,policy_row']);
    expect(stdout).toBe('{"outcome":"unknown","policy_row":"archiver/segment-missing"}\n');
  });
});
