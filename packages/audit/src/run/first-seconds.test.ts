import { describe, expect, it } from 'vitest';
import { type AuditReport, audit, type Finding, timeline } from '../index.ts';

const SCRAPY = 'Scrapy/2.19.0 (+https://scrapy.org)';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const READER = 'HF-Research/1.0 (+https://example.org/bot)';

/** Audits requests `[second, path, User-Agent, address]` under a file that forbids /p. */
async function audited(
  requests: readonly (readonly [second: number, path: string, userAgent: string, address?: string])[],
): Promise<{ report: AuditReport; reasons: string[]; findings: Finding[] }> {
  const log = requests
    .map(([second, path, userAgent, address = '192.0.2.7']) => {
      const at = `05/Nov/2026:10:00:${String(second).padStart(2, '0')} +0000`;
      return `${address} - - [${at}] "GET ${path} HTTP/1.1" 200 5 "-" "${userAgent || '-'}"\n`;
    })
    .join('');
  const findings: Finding[] = [];
  const report = await audit([{ name: 'log', open: () => log }], {
    timeline: timeline([{ from: '2026-11-01T00:00:00Z', body: 'User-agent: *\nDisallow: /p\n' }]),
    onFindings: (found) => void findings.push(...found),
  });
  return { report, findings, reasons: findings.map(({ class: found, because }) => `${found} ${because}`) };
}

describe('the first second after a request for robots.txt', () => {
  it('Scrapy: pages that it had queued are told apart from later ones', async () => {
    const { reasons, report } = await audited([
      [0, '/robots.txt', SCRAPY],
      [0, '/p/1', SCRAPY],
      [1, '/p/2', SCRAPY],
      [2, '/p/3', SCRAPY],
      [2, '/p/4', SCRAPY, '192.0.2.8'],
    ]);
    expect(reasons.slice(1)).toEqual([
      'violation first-second',
      'violation first-second',
      'violation rules',
      'violation rules',
    ]);
    expect(report.notes.join('\n')).toContain('2 disallowed requests of Scrapy came within a second');
  });

  it('another crawler has no such reason', async () => {
    const { reasons, report } = await audited([
      [0, '/robots.txt', READER],
      [0, '/p/1', READER],
    ]);
    expect(reasons[1]).toBe('violation rules');
    expect(report.notes.join('\n')).not.toMatch(/Scrapy|under one name/);
  });

  it.each(['Python-urllib/3.12', ''])('robots.txt as “%s”, pages under another name', async (asking) => {
    const { report, findings, reasons } = await audited([
      [0, '/robots.txt', asking],
      [1, '/p/1', READER],
      [50, '/p/2', READER],
      [50, '/p/3', READER, '192.0.2.8'],
    ]);
    expect(reasons.slice(1)).toEqual([
      'never-asked asked-under-other-name',
      'never-asked asked-under-other-name',
      'never-asked rules',
    ]);
    expect(findings[1]?.askedAs).toBe(asking);
    const name = asking === '' ? 'no name' : `"${asking}"`;
    expect(report.notes.join('\n')).toContain(`${name}, then "${READER}" (2)`);
  });

  it('pages as a browser are said, and stay unidentified', async () => {
    const { report, reasons } = await audited([
      [0, '/robots.txt', 'Python/3.12 aiohttp/3.13.5'],
      [0, '/a', BROWSER],
      [9, '/b', BROWSER, '192.0.2.8'],
    ]);
    expect(reasons[1]).toBe('unidentified no-crawler');
    expect(report.notes.join('\n')).toContain('"Python/3.12 aiohttp/3.13.5", then "Mozilla/5.0 (X11');
  });

  it('notes keep no user information and no control characters', async () => {
    const { report, findings } = await audited([
      [0, '/robots.txt', 'x (http://me:secret@example.com/)\u001b[2J'],
      [0, '/p', READER],
    ]);
    expect(findings[1]?.askedAs).toContain('example.com');
    expect(JSON.stringify([report.notes, findings])).not.toMatch(/secret|\u001b/);
    expect(report.notes.join('')).not.toContain('\u001b');
  });
});
