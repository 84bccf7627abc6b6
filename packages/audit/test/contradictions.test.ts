/** Compares the logs' own responses for `/robots.txt` with the given versions. */
import { describe, expect, it } from 'vitest';
import { type AuditReport, audit, type Finding, timeline, type VersionSource } from '../src/index.ts';

const OPEN = 'User-agent: *\nDisallow: /admin/\n';
const CLOSED = 'User-agent: *\nDisallow: /admin/\nDisallow: /new/\n';
const versions: VersionSource[] = [
  { from: '2026-11-01T00:00:00Z', body: OPEN, name: 'open' },
  { from: '2026-11-10T00:00:00Z', body: CLOSED, name: 'closed' },
];

function line(instant: string, url: string, status: number, bytes: number | '-'): string {
  const [day, clock] = instant.split('T') as [string, string];
  return `192.0.2.7 - - [${day}/Nov/2026:${clock}:00 +0000] "GET ${url} HTTP/1.1" ${status} ${bytes} "-" "GPTBot/1.3"\n`;
}

async function audited(
  lines: readonly string[],
  given: readonly VersionSource[] = versions,
): Promise<AuditReport & { findings: Finding[] }> {
  const findings: Finding[] = [];
  const report = await audit([{ name: 'access.log', open: () => lines.join('') }], {
    timeline: timeline(given),
    onFindings: (some) => void findings.push(...some),
  });
  return { ...report, findings };
}

describe('RFC 9309 §2.4: a crawler goes by the version that it fetched, and not by the one that should have been served', () => {
  it('a fetch that was answered with an older version, deployed late, does not end the grace', async () => {
    const { findings, notes } = await audited([
      line('10T00:30', '/robots.txt', 200, OPEN.length),
      line('10T00:40', '/new/x', 200, 5),
      line('11T00:40', '/new/x', 200, 5),
    ]);
    expect(findings.map((finding) => finding.class)).toEqual(['allowed', 'within-grace', 'violation']);
    expect(notes[0]).toContain('1 response to /robots.txt');
    expect(notes[0]).toContain(
      `line 1 at 2026-11-10T00:30:00.000Z: ${OPEN.length} octets, the size of version open`,
    );
  });

  it.each<[string, number, number | '-', readonly VersionSource[]]>([
    ['the size of the version in force', 200, CLOSED.length, versions],
    ['a size that no version has: it may be compressed', 200, 44, versions],
    ['no size', 200, '-', versions],
    ['nothing new', 304, OPEN.length, versions],
    ['nothing, where none was served', 404, 9, [{ from: '2026-11-01', body: null }]],
    ['an empty file, where none was served', 200, 0, [{ from: '2026-11-01', body: null }]],
    ['nothing, where the file is empty', 404, 9, [{ from: '2026-11-01', body: '' }]],
  ])('is not contradicted by an answer with %s', async (_, status, bytes, given) => {
    const { notes } = await audited([line('11T10:00', '/robots.txt', status, bytes)], given);
    expect(notes.filter((note) => note.includes('cannot be the version'))).toEqual([]);
  });

  it.each<[string, number, number, readonly VersionSource[]]>([
    ['404, but there was a robots.txt', 404, 9, versions],
    ['200 with 33 octets, but there was no robots.txt', 200, 33, [{ from: '2026-11-01', body: null }]],
  ])('is contradicted by %s', async (text, status, bytes, given) => {
    const { notes } = await audited([line('11T10:00', '/robots.txt', status, bytes)], given);
    expect(notes[0]).toContain(text);
  });

  it('is never contradicted by versions that are learnt from the same answers, nor before the first', async () => {
    const before = await audited([line('01T00:00', '/robots.txt', 200, CLOSED.length).replace('Nov', 'Oct')]);
    expect(before.notes.join()).not.toContain('cannot be the version');
  });
});

describe('a log with the addresses of a CDN', () => {
  it('refutes everybody, and says what that may mean', async () => {
    const { readRanges } = await import('../src/index.ts');
    const history = timeline(versions);
    const noted = async (address: string): Promise<string> => {
      const log = line('11T10:00', '/a', 200, 5).replace('192.0.2.7', address);
      const evidence = { ranges: readRanges({ GPTBot: ['20.15.240.64/28'] }) };
      const { notes } = await audit([{ name: 'log', open: () => log }], { timeline: history, evidence });
      return notes.join();
    };
    expect(await noted('203.0.113.7')).toContain('proxy or a CDN');
    expect(await noted('20.15.240.65')).not.toContain('CDN');
  });
});
