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

const needsLinux = needs('Linux: it tells the CPU time of a process', process.platform === 'linux');

describe('robots diff', () => {
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
    await untilCpuTime(child.pid as number, 500);
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
