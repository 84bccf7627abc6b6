/** The readers beside GoAccess, a parser of access logs that shares nothing with them, run as a process. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { corpusFolder, isOnPath, isWholeRun, needs } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readLog } from '../src/index.ts';
import { senders } from './senders.ts';
import { type LogWriter, logOf, type Request, writers } from './write-log.ts';

interface Counts {
  lines: number;
  statuses: Record<string, number>;
  paths: Record<string, number>;
  /** Every pair of an address and a header. */
  agents: string[];
}

interface Row {
  data: string;
  hits: { count: number };
  items?: (string | Row)[];
}

const sorted = (counts: Map<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

function add(counts: Map<string, number>, key: string, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

async function byGoAccess(path: string, format: string): Promise<Counts> {
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

async function byReaders(path: string): Promise<Counts> {
  const statuses = new Map<string, number>();
  const paths = new Map<string, number>();
  const agents = new Set<string>();
  let lines = 0;
  for await (const { status, url, address, userAgent } of readLog(await readFile(path))) {
    lines++;
    add(statuses, String(status));
    add(paths, url);
    agents.add(`${address} ${userAgent || '-'}`);
  }
  return { lines, statuses: sorted(statuses), paths: sorted(paths), agents: [...agents].sort() };
}

/** Escapes taken away, one character an octet: not all in a log are UTF-8. */
function decoded(path: string): string {
  return path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Lines of each format in the whole run: a million together. */
const COUNT = isWholeRun ? 150_000 : 3000;

/** The same every time; in order of time, as a server writes. */
function requests(some: typeof senders): Request[] {
  return Array.from({ length: COUNT }, (_, index) => {
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

const FORMATS: readonly (readonly [string, string])[] = [
  ['common', 'COMMON'],
  ['combined (Apache)', 'COMBINED'],
  ['combined (nginx)', 'COMBINED'],
  ['vhost_combined', 'VCOMBINED'],
  ['CloudFront', 'CLOUDFRONT'],
  ['ALB', 'AWSALB'],
  ['Caddy', 'CADDY'],
];

const needsGoAccess = needs('GoAccess: apt install goaccess', isOnPath('goaccess'));

describe('readLog beside GoAccess', needsGoAccess, () => {
  it.each(FORMATS)('%s: counts by status and path, and agents of addresses', async (name, format) => {
    const writer = writers.find((one) => one.name === name) as LogWriter;
    const folder = await mkdtemp(join(tmpdir(), 'robots-goaccess-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'access.log');
    // GoAccess takes the colons of IPv6 for the one before the port.
    const some = format === 'AWSALB' ? senders.filter((sender) => !sender.address.includes(':')) : senders;
    await writeFile(path, logOf(writer, requests(some)));
    const theirs = await byGoAccess(path, format);
    const ours = await byReaders(path);
    expect(theirs.lines).toBe(COUNT);
    expect(ours).toEqual(theirs);
  });

  it('a real log', needs('the corpus: set ROBOTS_CORPUS', corpusFolder() !== undefined), async () => {
    const folder = await mkdtemp(join(tmpdir(), 'robots-goaccess-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'access.log');
    await writeFile(path, await readFile(join(corpusFolder() as string, 'logs/apache.combined.log')));
    const [ours, theirs] = [await byReaders(path), await byGoAccess(path, 'COMBINED')];
    expect([ours.lines, ours.statuses]).toEqual([theirs.lines, theirs.statuses]);
    // GoAccess decodes escapes in paths, and cuts white space off.
    const known = new Map<string, number>();
    for (const [path, count] of Object.entries(ours.paths)) add(known, decoded(path).trim(), count);
    const plain = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).filter(([path]) => /^[\w./?=&:-]+$/.test(path)));
    expect(plain(sorted(known))).toEqual(plain(theirs.paths));
  });
});
