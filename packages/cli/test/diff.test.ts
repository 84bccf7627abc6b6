import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isOnPath, needs } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_SIZE } from 'robots-exclusion';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, startRobots, temporaryFile, temporaryFolder } from './command.ts';

const OLD = 'User-agent: *\nDisallow: /private/\nSitemap: https://example.com/a.xml\n';
const NEW = 'User-agent: *\nDisallow: /private/\nAllow: /private/press/\n\nUser-agent: FooBot\nDisallow: /\n';

const needsLinux = needs('Linux: it tells the CPU time of a process', process.platform === 'linux');

describe('robots diff', () => {
  it('says what is opened and closed for whom, in 80 columns', async () => {
    const [old, new_] = [temporaryFile('old.txt', OLD), temporaryFile('new.txt', NEW)];
    const { stdout, exit } = await robots(['diff', old, new_], { env: { COLUMNS: '80' } });
    expect(exit).toBe(1);
    expect(stdout.split('\n').slice(1).join('\n')).toBe(`1 region closed, 1 region opened

FooBot
  - closed / except /private/
      try  /
      was  allowed, no rule matches
      now  disallowed, line 6: Disallow: /

all other crawlers (*)
  + opened /private/press/
      try  /private/press/
      was  disallowed, line 2: Disallow: /private/
      now  allowed, line 3: Allow: /private/press/

Groups
  + FooBot (line 5)

Sitemaps
  - Sitemap: https://example.com/a.xml (line 3)
`);
    expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  it('shows 50 regions, or as many as asked for; data has all', async () => {
    const rules = Array.from({ length: 70 }, (_, at) => `Disallow: /p${at}/\n`).join('');
    const new_ = temporaryFile('new.txt', `User-agent: *\n${rules}`);
    const run = async (...args: string[]) =>
      (await robots(['diff', '-', new_, ...args], { input: '' })).stdout;
    const shown = (text: string) => text.match(/^ {2}- closed /gm)?.length;
    const text = await run();
    expect([shown(text), text.split('\n')[1]]).toEqual([50, '70 regions closed']);
    expect(text).toContain('\nAnd 20 other regions: use --limit to show more, or --format json for all\n');
    expect(shown(await run('--limit', '70'))).toBe(70);
    const regions = async (...args: string[]) => JSON.parse(await run('--format', 'json', ...args));
    expect((await regions()).crawlers[0].regions).toHaveLength(70);
    expect(await regions('--limit', '3')).toMatchObject({ regionsOmitted: 67 });
  });

  it('says before all regions that only the beginning of long files was compared', async () => {
    const new_ = temporaryFile(
      'new.txt',
      `User-agent: *\nDisallow: /a\n${'# long\n'.repeat(DEFAULT_MAX_BYTES / 7)}`,
    );
    const { stdout } = await robots(['diff', '-', new_], { input: '' });
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      '1 region closed',
      `Only the first ${DEFAULT_MAX_SIZE}, which crawlers have to read, were compared.`,
    ]);
  });

  it('shows the lines on demand, whatever is in them', async () => {
    const new_ = temporaryFile('new.txt', `${OLD}# \u001b[31mred\n`);
    const { stdout, exit } = await robots(['diff', '-', new_, '--text'], { input: OLD });
    expect(exit).toBe(0);
    expect(stdout).toContain('No crawler gets a different verdict for any URL.');
    expect(stdout).toContain('\n+# \\x1b[31mred\n');
  });

  it('gives the report as data', async () => {
    const [old, new_] = [temporaryFile('old.txt', OLD), temporaryFile('new.txt', NEW)];
    const json = JSON.parse((await robots(['diff', old, new_, '--format', 'json'])).stdout);
    expect(json).toMatchObject({
      changesVerdicts: true,
      isComplete: true,
      severity: 'error',
      crawlers: [{ crawlers: ['FooBot'] }, { crawlers: ['*'], regions: [{ witness: '/private/press/' }] }],
    });
    const { stdout } = await robots(['diff', old, new_, '--format', 'ndjson']);
    const kinds = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(kinds).toEqual(['region', 'region', 'group', 'sitemap', 'summary']);
  });

  it('annotates pull requests, and lets no name in a file speak to the runner', async () => {
    const new_ = temporaryFile('new.txt', 'User-agent: a%0A::error::x\nDisallow: /\n');
    const { stdout } = await robots(['diff', '-', new_, '--format', 'github'], { input: '' });
    expect(stdout.split('\n')).toEqual([
      `::error file=${new_},line=2,title=robots-closed::a%250A::error::x: closed the whole site, such as / (was: no rule matches; now: line 2: Disallow: /)`,
      '',
    ]);
  });

  it('compares for a crawler that is asked for', async () => {
    const old = 'User-agent: a\nAllow: /x\n\nUser-agent: b\nDisallow: /\n';
    const new_ = temporaryFile('new.txt', old.replace('/x', '/y'));
    expect((await robots(['diff', '-', new_], { input: old })).exit).toBe(0);
    const { stdout, exit } = await robots(['diff', '-', new_, '--agent', 'a,b'], { input: old });
    expect([exit, stdout.includes('\na, b\n')]).toEqual([1, true]);
  });

  it('says where its budget ran out', async () => {
    const rules = (letter: string) =>
      Array.from({ length: 40 }, (_, at) => `Disallow: /*${letter}${at}*x\nAllow: /*${letter}*y${at}\n`).join(
        '',
      );
    const new_ = temporaryFile('new.txt', `User-agent: *\n${rules('a')}`);
    const { stdout, exit } = await robots(['diff', '-', new_, '--budget', '500'], {
      input: `User-agent: *\n${rules('b')}`,
    });
    expect(exit).toBe(3);
    expect(stdout).toContain('not everything could be compared');
    expect(stdout).toMatch(/undecided: .*\n {6}(?:old|new) line/);
  });

  it('reads revisions of a repository', needs('git on the PATH', isOnPath('git')), async () => {
    const folder = temporaryFolder();
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args]);
    git('init', '-q');
    writeFileSync(join(folder, 'robots.txt'), OLD);
    git('add', 'robots.txt');
    git('commit', '-qm', 'first');
    const env = { GIT_DIR: join(folder, '.git') };
    const same = await robots(['diff', 'git:HEAD:robots.txt', join(folder, 'robots.txt')], { env });
    expect(same.exit).toBe(0);
    const missing = await robots(['diff', 'git:--help:x', join(folder, 'robots.txt')], { env });
    expect([missing.exit, missing.stderr]).toEqual([
      2,
      expect.stringContaining('Cannot read "git:--help:x"'),
    ]);
    expect((await robots(['diff', 'git:HEAD', 'x'], { env })).stderr).toContain('expected git:REVISION:PATH');
  });

  it.each([
    [['diff', 'x'], "missing required argument 'new'"],
    [['diff', 'no-such-file', 'x'], 'there is no such file'],
    [['diff', '-', '-', '--budget', 'x'], 'whole number'],
    [['diff', '-', '-'], 'Cannot read both files from standard input'],
    [['diff', '.', '-'], 'it is a directory'],
  ])('refuses %j', async (args, message) => {
    const { stderr, exit } = await robots(args);
    expect([stderr.includes(message), exit]).toEqual([true, 2]);
  });

  it('stops when it is interrupted, and tells what it found by then', needsLinux, async () => {
    const rules = (letter: string) =>
      Array.from(
        { length: 4_000 },
        (_, at) => `Disallow: /*${letter}${at}*x\nAllow: /*${letter}*y${at}\n`,
      ).join('');
    const [old, new_] = ['a', 'b'].map((letter) =>
      temporaryFile(`${letter}.txt`, `User-agent: *\n${rules(letter)}`),
    ) as [string, string];
    const child = startRobots(['diff', old, new_, '--budget', '100000000', '--format', 'json']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [stdout, stderr] = [text(child.stdout as Readable), text(child.stderr as Readable)];
    await untilCpuTime(child.pid as number, 3_000);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
    expect(JSON.parse(await stdout)).toMatchObject({ changesVerdicts: true, isComplete: false });
    expect(await stderr).toBe('robots: interrupted: the results so far are incomplete\n');
  });
});

/** Waits until a process has used this much CPU time, regardless of how busy the machine is. */
async function untilCpuTime(pid: number, ms: number): Promise<void> {
  await expect.poll(() => cpuTimeMs(pid)).toBeGreaterThan(ms);
}

/**
 * The CPU time from proc(5): `utime` and `stime` in hundredths of a second, the 12th and 13th fields after the command.
 */
function cpuTimeMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
