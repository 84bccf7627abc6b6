/** End-to-end tests of `robots audit` and `robots identify`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
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
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(join(path, 'access.log'), LOG);
  writeFileSync(join(path, 'ranges.json'), JSON.stringify({ Googlebot: ['66.249.64.0/19'] }));
  writeFileSync(join(path, 'names.json'), JSON.stringify({ '203.0.113.9': null }));
  mkdirSync(join(path, 'versions'));
  writeFileSync(join(path, 'versions/2026-11-01T00-00-00Z.txt'), FIRST);
  writeFileSync(join(path, 'versions/2026-11-10T00-00-00Z.txt'), SECOND);
  return path;
}

const isDescribed = (name: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(new URL(`../../../spec/schema/${name}.json`, import.meta.url), 'utf8')),
  );

const records = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));

describe('robots audit', () => {
  it('prints each judged request, and its schema describes them', async () => {
    const path = folder();
    const args = [
      'audit',
      join(path, 'access.log'),
      '--versions',
      join(path, 'versions'),
      '--ranges',
      join(path, 'ranges.json'),
      '--rdns',
      join(path, 'names.json'),
    ];
    const { stdout, exit } = await robots([...args, '--format', 'ndjson']);
    const found = records(stdout);
    expect(found.map((one) => one['class'])).toEqual(CLASSES);
    expect(found[4]).toMatchObject({
      line: 5,
      host: null,
      token: 'CCBot',
      identity: 'claimed',
      url: '/new/x',
      version: '2026-11-10T00-00-00Z',
      rule: { line: 3, text: 'Disallow: /new/' },
    });
    expect(found[5]).toMatchObject({ token: 'Googlebot', identity: 'refuted' });
    const isHit = isDescribed('audit-hit');
    expect(found.filter((one) => !isHit(one))).toEqual([]);
    expect(exit).toBe(0);
  });

  it('prints a report that its schema describes, and fails on violations when it is asked to', async () => {
    const path = folder();
    const args = [
      'audit',
      join(path, 'access.log'),
      '--versions',
      join(path, 'versions'),
      '--site',
      'Example.com',
    ];
    const { stdout, exit } = await robots([...args, '--format', 'json', '--fail-on', 'violation']);
    const report = JSON.parse(stdout);
    const isReport = isDescribed('audit');
    expect([isReport(report), isReport.errors]).toEqual([true, null]);
    expect(report.classes).toMatchObject({ violation: 2, 'never-asked': 2, 'within-grace': 1 });
    expect(report.logs).toMatchObject([
      { format: 'combined', lines: 7, skipped: 1, samples: [{ line: 7, text: 'nonsense' }] },
    ]);
    expect(report.rules[0].samples[0].host).toBe('example.com');
    expect(exit).toBe(1);
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

  it('reports from an instant on, and as one row a crawler', async () => {
    const path = folder();
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    const { stdout } = await robots([...args, '--since', '2026-11-10', '--format', 'csv']);
    expect(stdout.split('\n')[1]).toMatch(/^CCBot,Common Crawl Foundation,2,0,,1,0,0,1,/);
    const text = await robots(args);
    expect(text.stdout).toMatch(
      /^1 crawler violated robots\.txt with 2 of 6 requests; 2 crawlers without a request for robots\.txt in\s/,
    );
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
    expect(isDescribed('audit')(report)).toBe(true);
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

  it('proposes whom to refuse', async () => {
    const path = folder();
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    args.push('--ranges', join(path, 'ranges.json'), '--rdns', join(path, 'names.json'));
    const none = await robots([...args, '--format', 'nginx']);
    expect(none.stdout).toMatch(/^# PROPOSAL by robots audit/);
    expect(none.stdout).toContain('#   CCBot: 2 disallowed requests, fewer than --at-least 10.');
    expect(none.stdout).toContain('# Nothing to block.');
    writeFileSync(join(path, 'access.log'), LOG + line('66.249.66.1', '11', '/x', 'Googlebot/2.1'));
    const some = await robots([...args, '--format', 'nginx', '--at-least', '1', '--share', '0.5']);
    expect(some.stdout).toMatch(/geo \$robots_network_0 \{\n {2}default 0;\n {2}203\.0\.113\.0\/24 1;\n\}/);
    expect(await robots([...args, '--at-least', '1'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('expected --format nginx, caddy, cloudflare'),
    });
    expect(await robots([...args, '--format', 'caddy', '--include', 'Googelbot'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('Cannot include "Googelbot"'),
    });
  });

  it('cuts no line of text in a pipe', async () => {
    const path = folder();
    const name = `${'Long'.repeat(20)}bot`;
    const url = `/admin/${'x'.repeat(300)}`;
    writeFileSync(join(path, 'access.log'), line('192.0.2.7', '05', url, `${name}/1.0`));
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    const { stdout } = await robots(args);
    expect(stdout).toContain(url);
    expect(stdout.split('\n').filter((text) => text.startsWith(name))).toHaveLength(1);
    expect(stdout).not.toContain('…');
  });

  it('escapes what a log holds, in text and HTML', async () => {
    const path = folder();
    const hostile = `/admin/<script>alert(1)</script>\\x1b[31m`;
    writeFileSync(join(path, 'access.log'), line('192.0.2.7', '05', hostile, 'GPTBot/1.3'));
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    const html = await robots([...args, '--format', 'html']);
    expect(html.stdout).toContain('&lt;script&gt;alert(1)');
    expect(html.stdout).not.toContain('<script');
    const text = await robots(args);
    expect(text.stdout).not.toContain('\x1b[31m');
  });

  it.each([
    [[], 2, /without --versions/],
    [['--versions', '/nowhere'], 2, /Cannot read "\/nowhere": there is no such file/],
    [['--versions', 'V', '--log-format', 'apache2'], 2, /expected common, combined/],
    [['--versions', 'V', '--log-format', '$status'], 2, /expected a time and a request/],
    [['--versions', 'V', '--since', 'yesterday'], 2, /Expected an instant/],
    [['--versions', 'V', '--ranges', 'LOG'], 4, /access\.log: /],
  ])('%j: exit code %i', async (options, code, message) => {
    const path = folder();
    const named = (option: string): string =>
      option === 'V' ? join(path, 'versions') : option === 'LOG' ? join(path, 'access.log') : option;
    const { stderr, exit } = await robots(['audit', join(path, 'access.log'), ...options.map(named)]);
    expect(stderr).toMatch(message);
    expect(exit).toBe(code);
  });

  it('points out ranges of a crawler that nobody knows, and refuses them with --strict-agents', async () => {
    const path = folder();
    writeFileSync(join(path, 'misspelt.json'), JSON.stringify({ GPTBto: ['192.0.2.0/24'] }));
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    const ranged = [...args, '--ranges', join(path, 'misspelt.json')];
    const note = /gptbto" \(did you mean "GPTBot"\?\), which is not a known crawler, /;
    const { stdout, exit } = await robots([...ranged, '--format', 'json']);
    const problems = JSON.parse(stdout).fitness.problems;
    const unused = { code: 'unused-ranges', isFatal: true, message: expect.stringMatching(note) };
    expect([problems, exit]).toEqual([expect.arrayContaining([unused]), 4]);
    const asked = ['identify', '192.0.2.7', 'GPTBot/1.3', '--ranges', join(path, 'misspelt.json')];
    expect(await robots(asked)).toMatchObject({ exit: 2, stderr: expect.stringMatching(note) });
    const strict = await robots([...ranged, '--strict-agents']);
    expect([strict.stderr, strict.exit]).toEqual([expect.stringMatching(note), 2]);
    const known = [...args, '--ranges', join(path, 'ranges.json'), '--strict-agents'];
    expect((await robots(known)).exit).toBe(0);
  });

  it('does not pass a log that no version is of', async () => {
    const path = folder();
    for (const host of ['a.example', 'b.example']) {
      mkdirSync(join(path, 'hosts', host), { recursive: true });
      writeFileSync(join(path, 'hosts', host, '2026-11-01T00-00-00Z.txt'), FIRST);
    }
    const args = [
      'audit',
      join(path, 'access.log'),
      '--versions',
      join(path, 'hosts'),
      '--fail-on',
      'never-asked',
    ];
    const { exit, stderr } = await robots(args);
    expect(exit).toBe(4);
    expect(stderr).toContain('No crawler request was judged: 6 for a host without a version of robots.txt');
    expect((await robots([...args, '--site', 'b.example'])).exit).toBe(1);
  });

  it('does not pass a log of which nobody can check a crawler, unless claims are trusted', async () => {
    const path = folder();
    writeFileSync(join(path, 'proxied.log'), line('10.0.0.1', '11', '/admin/x', 'Googlebot/2.1'));
    const args = ['audit', join(path, 'proxied.log'), '--versions', join(path, 'versions')];
    const ranged = [...args, '--ranges', join(path, 'ranges.json'), '--fail-on', 'never-asked'];
    const { exit, stderr } = await robots(ranged);
    expect(exit).toBe(4);
    expect(stderr).toContain('--trust-claims');
    expect((await robots([...ranged, '--trust-claims'])).exit).toBe(1);
  });

  it('learns from the logs when which file was served', async () => {
    const path = folder();
    const bytes = (text: string, count: number): string => text.replace(' 5 "-"', ` ${count} "-"`);
    const log =
      bytes(line('192.0.2.8', '01', '/robots.txt', CCBOT), FIRST.length) +
      line('192.0.2.8', '05', '/new/x', CCBOT) +
      line('192.0.2.8', '05', '/admin/x', CCBOT) +
      bytes(line('192.0.2.8', '10', '/robots.txt', CCBOT), SECOND.length) +
      line('192.0.2.8', '10', '/new/x', CCBOT) +
      bytes(line('192.0.2.8', '12', '/robots.txt', CCBOT), 7) +
      line('192.0.2.8', '12', '/new/x', CCBOT);
    writeFileSync(join(path, 'sized.log'), log);
    const args = ['audit', join(path, 'sized.log'), '--format', 'ndjson', '--versions'];
    const { stdout } = await robots([...args, `log:${join(path, 'versions')}`]);
    expect(
      records(stdout)
        .filter(({ url }) => url !== '/robots.txt')
        .map((hit) => [hit['class'], hit['because'], hit['version']]),
    ).toEqual([
      ['within-grace', 'held-version', '2026-11-10T00-00-00Z@2026-11-10T10:00:00Z'],
      ['violation', 'rules', '2026-11-10T00-00-00Z@2026-11-10T10:00:00Z'],
      ['violation', 'rules', '2026-11-10T00-00-00Z@2026-11-10T10:00:00Z'],
      ['not-judged', 'unknown-version', '7 octets@2026-11-12T10:00:00Z'],
    ]);
    const { exit, stderr } = await robots([...args, 'log:']);
    expect([exit, stderr]).toEqual([4, expect.stringContaining('the content of robots.txt is unknown')]);
    writeFileSync(join(path, 'sized.log'), line('192.0.2.8', '05', '/new/x', CCBOT));
    expect((await robots([...args, `log:${join(path, 'versions')}`])).exit).toBe(4);
  });

  it('merges logs by time, in whatever order they are named', async () => {
    const path = folder();
    writeFileSync(join(path, 'late.log'), line('192.0.2.8', '12', '/late', CCBOT));
    writeFileSync(
      join(path, 'early.log'),
      line('192.0.2.8', '04', '/early', CCBOT) + line('192.0.2.8', '13', '/last', CCBOT),
    );
    const logs = ['late.log', 'access.log', 'early.log'].map((name) => join(path, name));
    const args = ['audit', ...logs, '--versions', join(path, 'versions'), '--format', 'ndjson'];
    const urls = records((await robots(args)).stdout).map(({ url }) => url);
    expect([urls[0], ...urls.slice(-2)]).toEqual(['/early', '/late', '/last']);
  });

  it('reads a pipe that a shell opens for it, which comes once', async () => {
    const path = folder();
    const args = ['--versions', join(path, 'versions'), '--format', 'json'];
    const pipe = join(path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writing = writeFile(pipe, LOG);
    const { stdout } = await robots(['audit', pipe, ...args]);
    await writing;
    expect(JSON.parse(stdout).requests).toBe(6);
  });

  it('says that nothing could be read', async () => {
    const path = folder();
    const { stderr, exit } = await robots(['audit', '-', '--versions', join(path, 'versions')], {
      input: 'a\nb\n',
    });
    expect(stderr).toMatch(/2 of 2 lines could not be read as requests, such as line 1: a/);
    expect(exit).toBe(4);
  });
});

describe('a log that lacks something', () => {
  it.each<[string, string, RegExp]>([
    ['User-Agents', LOG.replaceAll(/ "-" "[^"]*"/g, ''), /No line has a User-Agent/],
    ['requests', '', /The logs contain no requests/],
    ['a form that is read', 'BZh91AY&SY', /bzcat FILE/],
  ])('is not passed without %s, unless --partial accepts it', async (_, log, message) => {
    const path = folder();
    writeFileSync(join(path, 'access.log'), log);
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    const { exit, stderr, stdout } = await robots(args);
    expect([exit, stderr, stdout]).toEqual([
      4,
      expect.stringMatching(message),
      expect.not.stringMatching(/No crawler violated/),
    ]);
    expect((await robots([...args, '--partial'])).exit).toBe(0);
  });

  it('names the field that looks like a User-Agent, and reads it where it is told to', async () => {
    const path = folder();
    const entry = { time: '2026-11-05T10:00:00Z', ip: '192.0.2.7', url: '/admin/x', status: 200 };
    const log = `${JSON.stringify({ ...entry, client: { software: ['GPTBot/1.3'] } })}\n`;
    writeFileSync(join(path, 'access.log'), log);
    const args = ['audit', join(path, 'access.log'), '--versions', join(path, 'versions')];
    expect((await robots(args)).stderr).toContain('--json-field userAgent=client.software.0');
    const named = await robots([
      ...args,
      '--json-field',
      'userAgent=client.software.0',
      '--format',
      'ndjson',
    ]);
    expect(records(named.stdout)).toMatchObject([{ token: 'GPTBot', class: 'never-asked' }]);
  });
});

describe('robots identify', () => {
  it.each([
    ['66.249.66.1', 'Googlebot/2.1', 'range', 0],
    ['203.0.113.9', 'Googlebot/2.1', 'refuted', 1],
    ['203.0.113.9', 'GPTBot/1.3', 'claimed', 0],
    ['203.0.113.9', 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'unknown', 3],
  ])('%s as %s: %s', async (ip, userAgent, identity, code) => {
    const path = folder();
    const proofs = ['--ranges', join(path, 'ranges.json'), '--rdns', join(path, 'names.json')];
    const args = ['identify', ip, userAgent, ...proofs, '--format', 'json'];
    const { stdout, exit } = await robots(args);
    expect(JSON.parse(stdout)).toMatchObject({ ip, identity });
    expect(exit).toBe(code);
  });

  it.each<[string, object, string]>([
    [
      'a name that does not lead back',
      { '203.0.113.9': 'crawl-9.googlebot.com', 'crawl-9.googlebot.com': [] },
      'crawl-9.googlebot.com does not resolve to the address',
    ],
    ['the name of somebody else', { '203.0.113.9': 'host.example.net' }, 'its host name is host.example.net'],
    ['no name', { '203.0.113.9': null }, 'the address has no host name'],
  ])('says that DNS was asked and failed: %s', async (_, names, failed) => {
    const path = folder();
    writeFileSync(join(path, 'names.json'), JSON.stringify(names));
    const args = ['identify', '203.0.113.9', 'Googlebot/2.1', '--rdns', join(path, 'names.json')];
    const { stdout, exit } = await robots(args);
    expect([stdout.trim(), exit]).toEqual([
      `claimed: Googlebot (tried and failed: ${failed}; not tried: the published ranges were not given)`,
      1,
    ]);
    expect(JSON.parse((await robots([...args, '--format', 'json'])).stdout)).toMatchObject({ failed });
  });
});
