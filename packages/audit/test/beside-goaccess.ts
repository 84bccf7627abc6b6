/** Compares the readers with GoAccess, an independent parser of access logs, which runs as a process. */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { expect } from 'vitest';
import { readLog } from '../src/index.ts';
import { senders } from './senders.ts';
import { type LogWriter, logOf, type Request, writers } from './write-log.ts';

export const needsGoAccess = needs('GoAccess: apt install goaccess', isOnPath('goaccess'));

export interface Counts {
  lines: number;
  statuses: Record<string, number>;
  paths: Record<string, number>;
  /** Every pair of an address and a User-Agent header. */
  agents: string[];
}

interface Row {
  data: string;
  hits: { count: number };
  items?: (string | Row)[];
}

export const sorted = (counts: Map<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

export function add(counts: Map<string, number>, key: string, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

export async function byGoAccess(path: string, format: string): Promise<Counts> {
  const out = `${path}.json`;
  const panels = ['--ignore-panel=GEO_LOCATION', '--ignore-panel=REFERRERS', '--max-items=100000'];
  const args = [
    path,
    `--log-format=${format}`,
    '--no-global-config',
    '--no-progress',
    '--no-parsing-spinner',
    '-a',
    ...panels,
    '-o',
    out,
  ];
  await promisify(execFile)('goaccess', args);
  const report = JSON.parse(await readFile(out, 'utf8')) as Record<string, { data: Row[] }> & {
    general: { valid_requests: number };
  };
  const paths = new Map<string, number>();
  for (const panel of ['requests', 'static_requests', 'not_found']) {
    for (const { data, hits } of report[panel]?.data ?? [])
      add(paths, data.replace(/\?-$/, '').replace(/^https?:\/\/[^/]*/, ''), hits.count);
  }
  const statuses = new Map<string, number>();
  for (const { items = [] } of report['status_codes']?.data ?? []) {
    for (const item of items as Row[]) add(statuses, item.data.slice(0, 3), item.hits.count);
  }
  const agents = (report['hosts']?.data ?? []).flatMap(({ data, items = [] }) =>
    items.map((agent) => `${data} ${agent}`),
  );
  return {
    lines: report.general.valid_requests,
    statuses: sorted(statuses),
    paths: sorted(paths),
    agents: agents.sort(),
  };
}

/** Counts the requests of a log with the readers, which read it as a stream. */
export async function byReaders(path: string): Promise<Counts> {
  const statuses = new Map<string, number>();
  const paths = new Map<string, number>();
  const agents = new Set<string>();
  let lines = 0;
  for await (const { status, url, address, userAgent } of readLog(createReadStream(path))) {
    lines++;
    add(statuses, String(status));
    add(paths, url);
    agents.add(`${address} ${userAgent || '-'}`);
  }
  return { lines, statuses: sorted(statuses), paths: sorted(paths), agents: [...agents].sort() };
}

/** Generates requests ordered by time, as a server logs them. They are the same in every run. */
export function requests(some: typeof senders, count: number): Request[] {
  return Array.from({ length: count }, (_, index) => {
    const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0;
    const { userAgent, address } = some[mixed % some.length] as (typeof senders)[number];
    const status = [200, 200, 200, 206, 301, 304, 403, 404, 500, 503][(mixed >>> 8) % 10] as number;
    const url =
      (mixed >>> 12) % 7 === 0
        ? `/static/${(mixed >>> 16) % 50}.css`
        : `/page/${(mixed >>> 16) % 300}?q=${(mixed >>> 24) % 3}`;
    return {
      time: Date.UTC(2026, 10, 5) + index * 250 - ((index * 250) % 1000),
      host: 'www.example.com',
      address,
      method: 'GET',
      url,
      status,
      bytes: mixed % 100_000,
      userAgent,
    };
  });
}

/** Formats that both programs read, by our names and theirs. */
export const goAccessFormats: readonly (readonly [string, string])[] = [
  ['common', 'COMMON'],
  ['combined (Apache)', 'COMBINED'],
  ['combined (nginx)', 'COMBINED'],
  ['vhost_combined', 'VCOMBINED'],
  ['CloudFront', 'CLOUDFRONT'],
  ['ALB', 'AWSALB'],
  ['Caddy', 'CADDY'],
];

export async function testFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'robots-goaccess-'));
}

/** Asserts that both programs count the same requests in a log of `count` lines. */
export async function expectAlike(name: string, format: string, count: number): Promise<void> {
  const writer = writers.find((one) => one.name === name) as LogWriter;
  const path = join(await testFolder(), 'access.log');
  // GoAccess mistakes the colons of IPv6 addresses for the colon before the port.
  const some = format === 'AWSALB' ? senders.filter((sender) => !sender.address.includes(':')) : senders;
  await pipeline(Readable.from(pieces(writer, requests(some, count))), createWriteStream(path));
  const theirs = await byGoAccess(path, format);
  expect(theirs.lines).toBe(count);
  expect(await byReaders(path)).toEqual(theirs);
}

/** A million lines do not fit into one string. */
function* pieces(writer: LogWriter, all: readonly Request[]): Generator<string> {
  const { header: _, ...rest } = writer;
  yield logOf(writer, []);
  for (let at = 0; at < all.length; at += 10_000) yield logOf(rest, all.slice(at, at + 10_000));
}
