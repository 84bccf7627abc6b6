/** What the golden answers of `robots audit` cannot hold: schemas, long answers, a repository and a pipe. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

const needsGit = needs('git on the PATH', isOnPath('git'));

const FIRST = 'User-agent: *\nDisallow: /admin/\n';
const SECOND = 'User-agent: *\nDisallow: /admin/\nDisallow: /new/\n';

const CCBOT = 'CCBot/2.0 (https://commoncrawl.org/faq/)';
const line = (address: string, day: string, path: string, userAgent: string): string =>
  `${address} - - [${day}/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${userAgent}"\n`;

const LOG =
  line('192.0.2.7', '05', '/admin/x', 'GPTBot/1.3') +
  line('192.0.2.8', '05', '/robots.txt', CCBOT) +
  line('192.0.2.8', '06', '/admin/x', CCBOT) +
  line('192.0.2.8', '10', '/new/x', CCBOT) +
  line('192.0.2.8', '11', '/new/x', CCBOT) +
  line('203.0.113.9', '11', '/admin/x', 'Googlebot/2.1') +
  'nonsense\n';

const CLASSES = ['never-asked', 'allowed', 'violation', 'within-grace', 'violation', 'unidentified'];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'robots-audit-test-'));
  writeFileSync(join(path, 'access.log'), LOG);
  writeFileSync(join(path, 'ranges.json'), JSON.stringify({ Googlebot: ['66.249.64.0/19'] }));
  writeFileSync(join(path, 'names.json'), JSON.stringify({ '203.0.113.9': null }));
  mkdirSync(join(path, 'versions'));
  writeFileSync(join(path, 'versions/2026-11-01T00-00-00Z.txt'), FIRST);
  writeFileSync(join(path, 'versions/2026-11-10T00-00-00Z.txt'), SECOND);
  return path;
}

const describedBy = (name: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(new URL(`../../../spec/schema/${name}.json`, import.meta.url), 'utf8')),
  );

const records = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));

describe('robots audit', () => {
  it.each([
    ['audit-hit', ['--format', 'ndjson']],
    ['audit', ['--format', 'json', '--site', 'Example.com']],
  ])('the schema %s describes what it prints with %j', async (name, options) => {
    const path = folder();
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions'), ...options];
    const { stdout } = await robots(args);
    const found = name === 'audit' ? [JSON.parse(stdout)] : records(stdout);
    const isDescribed = describedBy(name);
    expect(found.filter((one) => !isDescribed(one))).toEqual([]);
  });

  it('says in words who came sooner than a Crawl-delay asks', async () => {
    const path = folder();
    const robotsFile = join(path, 'slow.txt');
    writeFileSync(robotsFile, 'User-agent: *\nCrawl-delay: 10\nDisallow: /x\n');
    const log = Array.from({ length: 5 }, (_, at) =>
      line('192.0.2.7', '05', '/a', 'SemrushBot/7').replace(':00:00 ', `:00:0${at} `),
    ).join('');
    const args = ['audit', '-', '--versions', robotsFile, '--site', 'example.com'];
    const { stdout } = await robots(args, { input: log });
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'SemrushBot came sooner than its Crawl-delay of 10 s in 4 of 5 requests.',
    );
  });

  it('reads standard input, compressed, and the history of a file in git', needsGit, async () => {
    const path = folder();
    const git = (args: string[], day = '01'): void => {
      const at = `2026-11-${day}T00:00:00Z`;
      const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], { cwd: path, env });
    };
    git(['init', '-q']);
    for (const [day, text] of [
      ['01', FIRST],
      ['10', SECOND],
    ] as const) {
      writeFileSync(join(path, 'robots.txt'), text);
      git(['add', 'robots.txt']);
      git(['commit', '-q', '-m', 'robots.txt'], day);
    }
    const args = [
      'audit',
      '--versions',
      `git:${join(path, 'robots.txt')}`,
      '--ranges',
      join(path, 'ranges.json'),
      '--rdns',
      join(path, 'names.json'),
    ];
    const { stdout } = await robots([...args, '--format', 'ndjson'], { input: gzipSync(LOG) });
    expect(records(stdout).map((one) => one['class'])).toEqual(CLASSES);
  });

  it('says what crawlers were served and cost, and what changed since an earlier report', async () => {
    const path = folder();
    const args = [
      'audit',
      join(path, 'access.log'),
      '--versions',
      join(path, 'versions'),
      '--price-per-gb',
      '2',
    ];
    const before = await robots([...args, '--format', 'json']);
    writeFileSync(join(path, 'before.json'), before.stdout);
    writeFileSync(join(path, 'access.log'), LOG.replaceAll('CCBot', 'Bytespider'));
    const compared = [...args, '--compare-with', join(path, 'before.json')];
    const report = JSON.parse((await robots([...compared, '--format', 'json'])).stdout);
    expect(describedBy('audit')(report)).toBe(true);
    expect(report.crawlers[0].traffic).toMatchObject({ octets: 20, cost: 4e-8, days: expect.any(Array) });
    expect(report.comparison.crawlers).toMatchObject([
      { token: 'Bytespider', change: 'appeared' },
      { token: 'CCBot', change: 'gone' },
      { token: 'GPTBot', change: 'stayed' },
      { token: 'Googlebot', change: 'stayed' },
    ]);
    expect((await robots(compared)).stdout).toMatch(/CCBot +4 +0 +2 +0 +gone/);
    const { stdout: page } = await robots([...compared, '--format', 'html']);
    expect(page).toMatch(/<td>Bytespider<\/td>.*<td>appeared<\/td>/);
    expect(page.match(/<section class="crawler/g)).toHaveLength(3);
    expect(await robots([...args, '--compare-with', join(path, 'ranges.json')])).toMatchObject({
      exit: 4,
      stderr: expect.stringMatching(/expected a report from robots audit/),
    });
  });

  it('escapes what a log holds, in HTML', async () => {
    const path = folder();
    const hostile = `/admin/<script>alert(1)</script>`;
    writeFileSync(join(path, 'access.log'), line('192.0.2.7', '05', hostile, 'GPTBot/1.3'));
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    const { stdout } = await robots([...args, '--format', 'html']);
    expect(stdout).toContain('&lt;script&gt;alert(1)');
    expect(stdout).not.toContain('<script');
  });

  it('reads a log once, also a pipe and one that is named twice', async () => {
    const path = folder();
    const args = ['--versions', join(path, 'versions'), '--format', 'json'];
    const pipe = join(path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writing = writeFile(pipe, LOG);
    const { stdout } = await robots(['audit', pipe, pipe, ...args]);
    await writing;
    expect(JSON.parse(stdout).requests).toBe(6);
  });
});
