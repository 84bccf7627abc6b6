/**
 * `robots warc` with several workers: when it is interrupted, resumed, or out of disk space, the table is complete or
 * absent.
 */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { serialize } from 'node:v8';
import { mayMount, needs } from '@robots-exclusion/testkit';
import { describe, expect, it } from 'vitest';
import { robots, robotsIn, startRobots, temporaryFolder } from './command.ts';
import {
  archive,
  file,
  largeArchives,
  parquetRows,
  type StoredCapture,
  storedArchive,
  write,
} from './warc-archives.ts';

describe('robots warc: whole or not at all', () => {
  it('gives one and two workers the same octets', async () => {
    const folder = temporaryFolder();
    const paths = largeArchives(folder, 3);
    for (const form of ['parquet', 'csv']) {
      for (const workers of ['1', '2']) {
        const out = join(folder, `w${workers}.${form}`);
        expect(
          (await robots(['warc', ...paths, '--agent', 'GPTBot', '--workers', workers, '--out', out])).exit,
        ).toBe(0);
      }
      expect(readFileSync(join(folder, `w2.${form}`)).equals(readFileSync(join(folder, `w1.${form}`)))).toBe(
        true,
      );
    }
    expect(await parquetRows(join(folder, 'w1.parquet'))).toHaveLength(90);
  });

  it('is interrupted ten times, goes on, and gives the same octets', async () => {
    const folder = temporaryFolder();
    const paths = largeArchives(folder, 12);
    const run = (out: string): string[] => [
      'warc',
      ...paths,
      '--agent',
      'GPTBot',
      '--workers',
      '1',
      '--out',
      out,
    ];
    const [whole, resumed] = [join(folder, 'whole.parquet'), join(folder, 'resumed.parquet')];
    expect((await robots(run(whole))).exit).toBe(0);
    let interrupted = 0;
    for (let round = 0; round < 10; round++) {
      const child = startRobots([...run(resumed), '--resume']);
      const ended = once(child, 'close');
      // Kills the run as soon as one more piece is finished, so that it is in the middle of the next piece.
      await pieceDone(`${resumed}.partial`, round + 1, ended);
      child.kill(round % 2 === 0 ? 'SIGKILL' : 'SIGINT');
      const [, signal] = await ended;
      // On a slow machine, the run may already have finished.
      if (signal === null) break;
      interrupted++;
      expect(existsSync(resumed)).toBe(false);
    }
    expect(interrupted).toBeGreaterThan(0);
    expect((await robots([...run(resumed), '--resume'])).exit).toBe(0);
    expect(readFileSync(resumed).equals(readFileSync(whole))).toBe(true);
    expect(existsSync(`${resumed}.partial`)).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'says on %s what stays and how to go on, and ends by the signal',
    needs('signals', process.platform !== 'win32'),
    async (name) => {
      const folder = temporaryFolder();
      const paths = largeArchives(folder, 12);
      for (const workers of ['1', '2']) {
        const out = join(folder, `${workers}.parquet`);
        const run = ['warc', ...paths, '--agent', 'GPTBot', '--workers', workers, '--out', out];
        const child = startRobots(run);
        const told = text(child.stderr as Readable);
        const ended = once(child, 'close');
        await pieceDone(`${out}.partial`, 1, ended);
        child.kill(name);
        expect(await ended).toEqual([null, name]);
        expect(await told).toBe(
          `robots: Interrupted: finished parts are kept in ${out}.partial; to continue, run the same command with --resume\n`,
        );
        expect((await robots([...run, '--resume'])).exit).toBe(0);
      }
    },
  );

  it('does not promise to go on where nothing has begun', async () => {
    const folder = temporaryFolder();
    const path = write(folder, 'a.warc.gz', archive([{ host: 'a.example', body: file('/a') }]));
    const { stderr, exit } = await robots(['warc', path, '--out', join(path, 't.parquet')]);
    expect(stderr).toMatch(/Cannot write ".*": a part of its path is not a folder/);
    expect(stderr).not.toMatch(/--resume/);
    expect(exit).toBe(70);
  });

  it('goes on only with the same options and files, and forgets nothing', async () => {
    const folder = temporaryFolder();
    const paths = largeArchives(folder, 12);
    const out = join(folder, 't.ndjson');
    const run = async (...args: string[]): Promise<[string, string | number]> => {
      const { stderr, exit } = await robots(['warc', ...paths, '--workers', '1', '--out', out, ...args]);
      return [stderr, exit];
    };
    const child = startRobots(['warc', ...paths, '--workers', '1', '--out', out, '--agent', 'A']);
    const ended = once(child, 'close');
    await pieceDone(`${out}.partial`, 1, ended);
    child.kill('SIGKILL');
    await ended;
    expect(await run('--agent', 'A')).toEqual([
      expect.stringMatching(/t\.ndjson\.partial contains an interrupted run: expected --resume/),
      2,
    ]);
    expect(await run('--agent', 'B', '--resume')).toEqual([
      expect.stringMatching(/agents was \["A"\], now \["B"\]/),
      2,
    ]);
    expect(await run('--agent', 'A', '--columns', 'url,crawlers', '--resume')).toEqual([
      expect.stringMatching(/columns was not set, now \["url","crawlers"\]/),
      2,
    ]);
    expect(await run('--agent', 'A', '--latest', '--resume')).toEqual([
      expect.stringMatching(/--latest was not set/),
      2,
    ]);
    const manifest = join(`${out}.partial`, 'manifest.json');
    const plan = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify({ ...plan, program: '0.0.0' }));
    expect(await run('--agent', 'A', '--resume')).toEqual([
      expect.stringMatching(/version 0\.0\.0 of the program made it, and this is version \d/),
      2,
    ]);
    writeFileSync(manifest, JSON.stringify(plan));
    const octets = readFileSync(paths[2] as string);
    writeFileSync(paths[2] as string, octets.subarray(0, -1));
    expect(await run('--agent', 'A', '--resume')).toEqual([
      expect.stringMatching(/2\.warc\.gz has changed since(?!.*to continue)/),
      2,
    ]);
    expect(existsSync(out)).toBe(false);
  });

  it(
    'leaves no half file where the disk is full',
    needs('a shell with ulimit', process.platform !== 'win32'),
    async () => {
      const folder = temporaryFolder();
      const records = Array.from({ length: 3000 }, (_, at) => ({
        host: `h${at}.example`,
        body: file(`/${at * 7919}`),
      }));
      const path = write(folder, 'a.warc.gz', archive(records));
      for (const form of ['parquet', 'ndjson']) {
        const out = join(folder, `t.${form}`);
        writeFileSync(out, 'what was there before');
        const args = ['warc', path, '--agent', 'GPTBot', '--out', out];
        const { stderr, exit } = await robotsIn("trap '' XFSZ; ulimit -f 100", args);
        expect(stderr).toMatch(
          /Cannot write ".*": it would be too large.*to continue, run the same command with --resume/,
        );
        expect(exit).toBe(70);
        expect(readFileSync(out, 'utf8')).toBe('what was there before');
        expect((await robots([...args, '--resume'])).exit).toBe(0);
        expect(readFileSync(out).length).toBeGreaterThan(100_000);
      }
    },
  );

  it(
    'goes on after a disk that was full, whatever it was doing',
    needs('a file system of its own: run as root on Linux', mayMount()),
    async () => {
      const folder = temporaryFolder();
      const path = write(folder, 'a.warc.gz', storedArchive(redirecting(1_500)));
      const run = (out: string): string[] => ['warc', path, '--latest', '--agent', 'GPTBot', '--out', out];
      const whole = join(folder, 'whole.ndjson');
      expect((await robots(run(whole))).exit).toBe(0);
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      const stages = new Set<string>();
      for (const size of [100, 1_210, 2_200, 2_700]) {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs', disk], { stdio: 'pipe' });
        try {
          const out = join(disk, 't.ndjson');
          const { stderr, exit } = await robots(run(out));
          expect([exit, stderr]).toEqual([
            70,
            expect.stringMatching(/Cannot write ".*": no space is left.*--resume/),
          ]);
          expect(existsSync(out)).toBe(false);
          stages.add(stageOf(`${out}.partial`));
          execFileSync('mount', ['-o', 'remount,size=100m', disk], { stdio: 'pipe' });
          expect((await robots([...run(out), '--resume'])).exit).toBe(0);
          expect(readFileSync(out).equals(readFileSync(whole))).toBe(true);
        } finally {
          execFileSync('umount', ['-l', disk]);
        }
      }
      expect([...stages]).toEqual(['reading', 'joining', 'writing', 'putting together']);
    },
  );

  it('takes no parts of a run that was killed while it removed them', async () => {
    const folder = temporaryFolder();
    const [path, out] = [
      write(folder, 'a.warc.gz', archive([{ host: 'a.example' }])),
      join(folder, 't.ndjson'),
    ];
    // The folder contains the parts of another run, but no manifest.
    mkdirSync(`${out}.partial`);
    writeFileSync(`${out}.partial/part-000000`, '{"url":"other"}\n');
    writeFileSync(
      `${out}.partial/part-000000.facts`,
      serialize({ rows: 1, faults: [], faultCount: 0, stretches: [] }),
    );
    expect((await robots(['warc', path, '--no-follow', '--out', out])).exit).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(/^\{"url":"https:\/\/a\.example\/robots\.txt".*\n$/);
  });

  it('a worker that is killed costs nothing', async () => {
    const folder = temporaryFolder();
    const paths = largeArchives(folder, 4);
    const run = (out: string): string[] => [
      'warc',
      ...paths,
      '--agent',
      'GPTBot',
      '--workers',
      '2',
      '--out',
      out,
    ];
    const [whole, struck] = [join(folder, 'whole.ndjson'), join(folder, 'struck.ndjson')];
    await robots(run(whole));
    const log = join(folder, 'killed');
    expect(await once(startRobots(run(struck), killingWorkers(1, struck, log)), 'close')).toEqual([0, null]);
    expect(readFileSync(log, 'utf8')).toBe('.');
    expect(readFileSync(struck).equals(readFileSync(whole))).toBe(true);
  });

  it('workers that end three times at one piece end the run, which --resume goes on with', async () => {
    const folder = temporaryFolder();
    const out = join(folder, 't.ndjson');
    const run = ['warc', ...largeArchives(folder, 4), '--workers', '2', '--out', out];
    const log = join(folder, 'killed');
    const child = startRobots(run, killingWorkers(3, out, log));
    const told = text(child.stderr as Readable);
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(readFileSync(log, 'utf8')).toBe('...');
    expect(await told).toMatch(
      /A worker ended 3 times on the same piece: .*; finished parts are kept in \S+\.partial; to continue, run the same command with --resume\n$/,
    );
    expect((await robots([...run, '--resume'])).exit).toBe(0);
  });
});

/** Sites that redirect to https, and their targets. */
function redirecting(count: number): StoredCapture[] {
  return Array.from({ length: count }, (_, at) =>
    at % 4 === 0
      ? {
          url: `http://h${at + 1}.example/robots.txt`,
          status: '301 M',
          headers: `Location: https://h${at + 1}.example/robots.txt\r\n`,
        }
      : { url: `https://h${at}.example/robots.txt`, body: file(`/${at * 7919}`) },
  );
}

/** The stage of an interrupted run, judged by its files. */
function stageOf(folder: string): 'reading' | 'joining' | 'writing' | 'putting together' {
  const names = readdirSync(folder);
  if (names.includes('whole')) return 'putting together';
  if (names.includes('join.json')) return 'writing';
  return names.includes('resolved') ? 'joining' : 'reading';
}

/** The environment of a run whose first workers are killed while they work on a piece. */
function killingWorkers(times: number, out: string, log: string): Record<string, string> {
  const killer = new URL('./kill-workers.js', import.meta.url).href;
  return {
    NODE_OPTIONS: `--import=${killer}`,
    KILL_TIMES: String(times),
    KILL_LOG: log,
    KILL_IN: `${out}.partial`,
  };
}

/** Watches the file system until `count` pieces are finished or the process ends. */
async function pieceDone(folder: string, count: number, ended: Promise<unknown>): Promise<void> {
  const { watch } = await import('node:fs/promises');
  mkdirSync(folder, { recursive: true });
  const done = (): number => readdirSync(folder).filter((name) => name.endsWith('.facts')).length;
  const stop = new AbortController();
  void ended.then(() => stop.abort());
  try {
    const events = watch(folder, { signal: stop.signal });
    if (done() >= count) return;
    for await (const _ of events) if (done() >= count) return;
  } catch {
    // The process has already ended.
  } finally {
    stop.abort();
  }
}
