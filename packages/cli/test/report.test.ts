import { createHash } from 'node:crypto';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const FILE = `User-agent: *
Content-Usage: train-ai=n
Disallow: /private/

User-agent: GPTBot
Disallow: /
# <script>alert(1)</script>
`;

interface Row {
  readonly token: string;
  readonly purpose: string;
  readonly reach: string;
  readonly allowed: boolean;
}

describe('robots report ai', () => {
  it('reports each file with its digest and the date, and goes on after one that is missing', async () => {
    const file = temporaryFile('robots.txt', FILE);
    const { stdout, exit } = await robots(['report', 'ai', 'missing.txt', file, '--format', 'json']);
    const [missing, report] = JSON.parse(stdout).results;
    expect(exit).toBe(4);
    expect(missing).toMatchObject({ evidence: { source: 'missing.txt' } });
    expect(missing).toMatchObject({ url: 'missing.txt', error: { code: 'no-robots-txt' } });
    expect(missing.error.message).toContain('missing.txt');
    const { reportedAt, ...evidence } = report.evidence;
    expect(evidence).toEqual({
      source: file,
      digest: createHash('sha256').update(FILE).digest('hex'),
    });
    expect(Math.abs(Date.parse(reportedAt) - Date.now())).toBeLessThan(60_000);
    const gptbot = report.results.find(({ token }: Row) => token === 'GPTBot');
    expect(gptbot).toMatchObject({ operator: 'OpenAI', reach: 'nothing', rule: { line: 6 }, lines: [5] });
  });

  it.each(['404.html\nNot found', 'Sitemap: https://example.com/a.xml', '', '# example.com'])(
    'reads %j as a file',
    async (body) => {
      const { exit } = await robots(['report', 'ai', temporaryFile('robots.txt', body)]);
      expect(exit).toBe(0);
    },
  );

  it('fetches the sites of a list, one of them without a file and one that does not answer', async () => {
    const [site, empty, gone] = await Promise.all([
      startHttpOrigin({ '/robots.txt': FILE }),
      startHttpOrigin({}),
      startHttpOrigin({}),
    ]);
    onTestFinished(async () => {
      await Promise.all([site.close(), empty.close()]);
    });
    await gone.close();
    const list = temporaryFile('sites.txt', `${gone.origin}\n${empty.origin}\n`);
    const args = ['report', 'ai', site.origin, '--sites', list, '--format', 'ndjson'];
    const { stdout, exit } = await robots(args);
    const [rules, unreachable, none] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exit).toBe(3);
    expect(rules.evidence).toMatchObject({ outcome: 'rules', robotsUrl: `${site.origin}/robots.txt` });
    expect(rules.evidence.fetchedAt).toMatch(/^\d{4}-/);
    expect(unreachable).toMatchObject({ evidence: { outcome: 'unreachable' } });
    expect(unreachable.error.message).toContain('unreachable');
    expect(none.evidence).toMatchObject({ outcome: 'no-rules' });
    expect(none.evidence.digest).toBeUndefined();
    expect(new Set(none.results.map(({ reach }: Row) => reach))).toEqual(new Set(['everything']));
  });

  it('reports a site once, in its normal form, however the list writes it', async () => {
    const site = await startHttpOrigin({ '/robots.txt': FILE });
    onTestFinished(() => site.close());
    const host = new URL(site.origin).host;
    const list = temporaryFile('sites.txt', `${host}\nHTTP://${host}/\n${site.origin}/robots.txt\n`);
    const { stdout } = await robots(['report', 'ai', site.origin, '--sites', list, '--format', 'ndjson']);
    const reports = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(reports.map(({ evidence }) => evidence.source)).toEqual([site.origin]);
  });

  it.each<[number, string, number, Record<string, string>?]>([
    [404, 'not-applicable: no robots.txt was read: no-rules (rfc9309/4xx)', 0],
    [410, 'not-applicable: no robots.txt was read: no-rules (rfc9309/4xx)', 0],
    [403, 'answered with a refusal (status 403)', 3],
    [400, 'answered with a refusal (status 400)', 3],
    [200, 'a bot filter’s challenge (title Just a moment...)', 3],
    [403, 'a bot filter’s challenge (cf-mitigated challenge)', 3, { 'cf-mitigated': 'challenge' }],
  ])('RFC 9309 §2.3.1.3: after a %d it says only what was seen', async (status, seen, code, more) => {
    const body = '<!doctype html><html><title>Just a moment...</title><p>Checking your browser</p></html>';
    const headers = { 'content-type': 'text/html', ...more };
    const site = await startHttpOrigin({ '/robots.txt': { status, headers, body } });
    onTestFinished(() => site.close());
    for (const form of ['text', 'html', 'csv']) {
      const { stdout, exit } = await robots(['report', 'ai', site.origin, '--format', form]);
      expect([form, exit]).toEqual([form, code]);
      if (form !== 'csv') expect(stdout.replace(/\s+/g, ' ')).toContain(seen);
      expect(/GPTBot/.test(stdout)).toBe(code === 0);
      expect(/as this program was answered/.test(stdout)).toBe(code === 0 && form !== 'csv');
      expect(stdout).not.toMatch(/there is no (?:file|robots)/i);
    }
  });

  it('prints within the terminal, as CSV, and as a page without markup of the file', async () => {
    const file = temporaryFile('robots.txt', FILE);
    const text = await robots(['report', 'ai', file], { env: { COLUMNS: '80' } });
    expect(
      Math.max(
        ...text.stdout
          .split('\n')
          .slice(2)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
    expect(text.stdout).toContain('OpenAI');
    const csv = await robots(['report', 'ai', file, '--format', 'csv', '--path', '/private/x']);
    expect(csv.stdout).toMatch(
      /,Common Crawl[^\n]*,CCBot,some,\/private\/x,false,Disallow: \/private\/,3,\*,/,
    );
    const html = await robots(['report', 'ai', file, '--format', 'html']);
    expect(html.stdout).toContain('<th scope="row">GPTBot</th>');
    expect(html.stdout).not.toContain('<script');
    expect(text.stdout + html.stdout).not.toContain('as this program was answered');
  });
});
