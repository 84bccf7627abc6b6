/** Settings by variables and by `robots.config.json`, and which of them counts. */
import { readFileSync } from 'node:fs';
import type { CommandRun } from '@robots-exclusion/testkit';
import { buildOnce } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

beforeAll(buildOnce);

const file = 'User-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n';
const ask = ['check', '/x', '/y', '--robots', '-', '--format', 'ndjson'];

function configFile(settings: unknown): string {
  return temporaryFile(
    'robots.config.json',
    typeof settings === 'string' ? settings : JSON.stringify(settings),
  );
}

async function verdicts(args: readonly string[], env: Record<string, string>): Promise<boolean[]> {
  const { stdout, stderr } = await robots([...ask, ...args], { input: file, env });
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { allowed: boolean }).allowed);
}

describe('an option', () => {
  it('comes from the command line, else a variable, else the part of its command, else the file', async () => {
    const ROBOTS_CONFIG = configFile({ agent: 'FooBot', check: { agent: 'BarBot' } });
    const env = { ROBOTS_CONFIG };
    expect(await verdicts([], {})).toEqual([true, false]);
    expect(await verdicts([], { ROBOTS_CONFIG: configFile({ agent: 'FooBot' }) })).toEqual([false, true]);
    expect(await verdicts([], env)).toEqual([true, false]);
    expect(await verdicts([], { ...env, ROBOTS_AGENT: 'FooBot' })).toEqual([false, true]);
    expect(await verdicts(['--agent', 'BarBot'], { ...env, ROBOTS_AGENT: 'FooBot' })).toEqual([true, false]);
  });

  it('that may be repeated has several values as lines of a variable, or as a list', async () => {
    const both = [false, true, true, false];
    const sorted = async (env: Record<string, string>) => (await verdicts([], env)).sort();
    expect(await sorted({ ROBOTS_AGENT: 'FooBot\nBarBot' })).toEqual(both.sort());
    expect(await sorted({ ROBOTS_CONFIG: configFile({ agent: ['FooBot', 'BarBot'] }) })).toEqual(both.sort());
  });

  it.each([
    [{ ROBOTS_FORMAT: 'tsv' }, 'ROBOTS_FORMAT', ['check', '/', '--robots', '-']],
    [{ ROBOTS_EXPLAIN: 'maybe' }, 'ROBOTS_EXPLAIN: expected true or false', ask],
    [{ ROBOTS_MAX_URLS: '-1' }, 'ROBOTS_MAX_URLS: Expected a whole number', ['serve', '--port', '0']],
  ])('that a variable sets wrongly is refused with its name: %j', async (env, message, args) => {
    const { exit, stderr } = await robots(args, { input: file, env: env as Record<string, string> });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    [{ agnet: 'FooBot' }, 'Cannot use agnet'],
    [{ check: { port: 9309 } }, 'Cannot use check.port'],
    [{ serve: 9309 }, 'Cannot use serve'],
    [{ check: { format: ['json', 'csv'] } }, 'expected one value, got 2'],
    [{ all: true }, 'Cannot use all'],
    ['{"agent":', 'expected JSON'],
    [[], 'expected an object'],
  ])('that the file sets wrongly is refused with its place: %j', async (settings, message) => {
    const args = ['check', '/', '--robots', '-'];
    const env = { ROBOTS_CONFIG: configFile(settings) };
    const { exit, stderr } = await robots(args, { input: file, env });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('is described by the published schema', () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../spec/schema/config.json', import.meta.url), 'utf8'),
    );
    const isConfig = new Ajv2020({ strict: false }).compile(schema);
    expect(
      isConfig({ userAgent: 'FooBot/1.0', serve: { port: 9309, maxStreams: 4, allowHost: ['a'] } }),
    ).toBe(true);
    for (const wrong of [
      { agnet: 'x' },
      { serve: { port: 'all' } },
      { serve: { maxStreamz: 1 } },
      { check: 1 },
    ]) {
      expect(isConfig(wrong)).toBe(false);
    }
  });
});

describe('a store with a password', () => {
  const secret = 'p@ss/w:rd?é';
  const names = [
    `redis:user:${secret}@127.0.0.1:1`,
    `redis://user:${encodeURIComponent(secret)}@127.0.0.1:1/0`,
    `redis:redis://:${secret}@127.0.0.1:1`,
    `redis-sentinel://user:${secret}@127.0.0.1:1,127.0.0.1:2/main`,
    `redis-cluster://user:${secret}@127.0.0.1:1`,
    `redis://user:${secret}@no host:port`,
    `redis://127.0.0.1:1?password=${secret}`,
    `redis:user:${secret}@127.0.0.1:1/0`,
    'redis://127.0.0.1:1/0?password=x@p@ss',
  ];

  it('is named without it, however the password is written', async () => {
    const runs = names.map((store) => robots(['cache', 'ls', '--store', store]));
    for (const run of await Promise.all(runs)) expectUnnamed(run);
  });

  it('is named without it, wherever the store is set', async () => {
    const store = names[0] as string;
    const list = ['cache', 'ls'];
    const storeFile = temporaryFile('store', `${store}\n`);
    const runs = [
      robots(list, { env: { ROBOTS_STORE: store } }),
      robots([...list, '--store-file', storeFile]),
      robots(list, { env: { ROBOTS_STORE_FILE: storeFile } }),
      robots(list, { env: { ROBOTS_CONFIG: configFile({ store }) } }),
    ];
    for (const run of await Promise.all(runs)) expectUnnamed(run);
  });

  function expectUnnamed({ exit, stdout, stderr }: CommandRun): void {
    expect(exit).toBe(2);
    for (const part of [secret, encodeURIComponent(secret), 'p@ss', 'w:rd', 'é']) {
      expect(stdout + stderr).not.toContain(part);
    }
    expect(stderr).toMatch(/Cannot (open|use) the store "redis[^"]*"/);
  }
});

describe('a file that never ends', () => {
  it.each([
    [['fmt', '/dev/zero'], {}],
    [['lint', '/dev/zero'], {}],
    [['lint', '--fix', '/dev/zero'], {}],
    [['lint', 'robots.txt', '--config', '/dev/zero'], {}],
    [['diff', '/dev/zero', '/dev/zero'], {}],
    [['test', '/dev/zero'], {}],
    [['cache', 'ls'], { ROBOTS_STORE_FILE: '/dev/zero' }],
    [['check', '/', '--robots', '-'], { ROBOTS_CONFIG: '/dev/zero' }],
  ])('is read to a bound, which is said: robots %j', async (args, env) => {
    const { exit, stderr } = await robots(args, { env: env as Record<string, string> });
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/it has more than [0-9,]+ octets/)]);
  });
});
