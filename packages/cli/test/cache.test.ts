import { existsSync } from 'node:fs';
import { type Needs, needs, needsRedis, startHttpOrigin, startRedisServer } from '@robots-exclusion/testkit';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, robotsAlone, temporaryFile, temporaryFolder } from './command.ts';

interface StoreKind {
  name: string;
  needs?: Needs;
  /** Starts the store and returns the value for `--store`. */
  start(): Promise<string>;
}

const stores: readonly StoreKind[] = [
  { name: 'LMDB', start: async () => `lmdb:${temporaryFolder()}/store` },
  {
    name: 'Redis',
    needs: needsRedis(),
    async start() {
      const server = await startRedisServer();
      onTestFinished(() => server.stop());
      return `redis:127.0.0.1:${server.port}`;
    },
  },
];

it('says by its exit code that the store did not take what was warmed', needsRedis(), async () => {
  const origin = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nDisallow: /x\n' });
  onTestFinished(() => origin.close());
  const server = await startRedisServer();
  onTestFinished(() => server.stop());
  const admin = new Redis(server.port, '127.0.0.1');
  onTestFinished(() => admin.disconnect());
  const args = ['cache', 'warm', origin.origin, '--store', `redis:127.0.0.1:${server.port}`];
  // The server responds, but rejects writes.
  await admin.config('SET', 'min-replicas-to-write', '1');
  const failed = await robotsAlone(args);
  expect([failed.exit, failed.stderr]).toEqual([3, expect.stringContaining('the store failed')]);
  await admin.config('SET', 'min-replicas-to-write', '0');
  expect((await robotsAlone(args)).exit).toBe(0);
});

describe.each(stores)('robots cache on $name', ({ needs: needed = {}, start }) => {
  it('warms, lists, shows and purges', needed, async () => {
    const origin = await startHttpOrigin({ '/robots.txt': 'User-agent: *\nDisallow: /x\n' });
    onTestFinished(() => origin.close());
    const store = ['--store', await start()];
    const urls = `${origin.origin}/a\n${origin.origin}/b\nhttp://127.0.0.1:1/\n`;

    const warm = await robots(['cache', 'warm', '--urls', '-', ...store], { input: urls });
    expect(warm.stdout).toMatch(
      /^http:\/\/127.*\d {2}rules {8}fetched now {3}expires in \d+ h {3,}27 octets$/m,
    );
    expect(warm.stdout).toMatch(/^http:\/\/127.0.0.1:1 +unreachable /m);
    expect(warm.stdout).toMatch(/^2 origins$/m);
    expect([origin.requests.length, warm.exit]).toEqual([1, 3]);

    const list = JSON.parse((await robots(['cache', 'ls', '--format', 'json', ...store])).stdout).results;
    const outcomes = new Map(
      list.map((record: { origin: string; outcome: string }) => [record.origin, record.outcome]),
    );
    expect(outcomes).toEqual(
      new Map([
        [origin.origin, 'rules'],
        ['http://127.0.0.1:1', 'unreachable'],
      ]),
    );

    const show = await robotsAlone(['cache', 'show', `${origin.origin}/any`, '--body', ...store]);
    expect(show.stdout).toMatch(/fetched {5}from the store, \d+ m?s old/);
    expect(show.stdout).toContain('2 | Disallow: /x\n');
    expect(show.exit).toBe(0);

    expect((await robots(['cache', 'purge', origin.origin, ...store])).stdout).toBe('1 record removed\n');
    const gone = await robots(['cache', 'show', origin.origin, ...store]);
    expect([gone.stdout.includes('not-cached'), gone.exit]).toEqual([true, 3]);
    expect((await robots(['cache', 'purge', '--all', ...store])).stdout).toBe('1 record removed\n');
    expect((await robots(['cache', 'ls', ...store])).stdout).toBe('0 origins\n');
    expect(origin.requests).toHaveLength(1);
  });

  it('goes on over a line that is not a URL', needed, async () => {
    const args = ['cache', 'warm', '--urls', '-', '--store', await start()];
    const { stdout, stderr, exit } = await robots(args, { input: 'nope\n' });
    expect(stdout).toBe('0 origins\n');
    expect(stderr).toBe('robots: line 1 of the list is not an absolute URL: "nope"\n');
    expect(exit).toBe(4);
  });
});

describe('a store that cannot be opened', () => {
  it.each([
    ['/proc/no/folder', 'no folder can be created there'],
    ['/sys/no/folder', 'permission is denied'],
    ['/dev/null/folder', 'a part of its path is not a folder'],
  ])(
    'says in words that %s is not a place for one',
    needs('Linux', process.platform === 'linux'),
    async (path, reason) => {
      const { stderr, exit } = await robots(['check', 'http://127.0.0.1:1/', '--store', `lmdb:${path}`]);
      // Missing write permission is reported first.
      const words = `(?:${reason}|permission is denied|the file system is read-only)`;
      expect(stderr).toMatch(new RegExp(`^robots: Cannot open the store "lmdb:${path}": ${words}\\n$`));
      expect(exit).toBe(2);
    },
  );

  it('makes the folders above one', async () => {
    const store = `lmdb:${temporaryFolder()}/some/deep/store`;
    const { stderr } = await robots(['check', 'http://127.0.0.1:1/', '--store', store]);
    expect([stderr, existsSync(store.slice('lmdb:'.length))]).toEqual(['', true]);
  });

  it('is refused when its file is damaged', async () => {
    const path = temporaryFile('data.mdb', 'this is not a database'.repeat(1000));
    const { stderr, exit } = await robots(['cache', 'ls', '--store', `lmdb:${path}`]);
    expect(stderr).toMatch(/^robots: Cannot open the store "lmdb:.*: its first page is not an LMDB page\n$/);
    expect(exit).toBe(2);
  });
});
