/** Tests settings from variables and from `robots.config.json`, and their precedence. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandRun } from '@robots-exclusion/testkit';
import { buildOnce } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { besideNames, robots, temporaryFile } from './command.ts';

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
  expect(besideNames(stderr)).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { allowed: boolean }).allowed);
}

describe('an option', () => {
  const of = (agent: string) => ({ ROBOTS_CONFIG: configFile({ check: { agent } }) });

  it('comes from the command line, else its variable, else the section of its command in the file', async () => {
    const env = of('FooBot');
    expect(await verdicts([], {})).toEqual([true, false]);
    expect(await verdicts([], env)).toEqual([false, true]);
    expect(await verdicts([], { ...env, ROBOTS_CHECK_AGENT: 'BarBot' })).toEqual([true, false]);
    expect(await verdicts(['--agent', 'FooBot'], { ...env, ROBOTS_CHECK_AGENT: 'BarBot' })).toEqual([
      false,
      true,
    ]);
  });

  it('that is common may be set once for all, after what is set for the command', async () => {
    const foo = { ROBOTS_AGENTS: 'FooBot' };
    expect(await verdicts([], foo)).toEqual([false, true]);
    expect(await verdicts([], { ...foo, ROBOTS_CHECK_AGENTS: 'BarBot' })).toEqual([true, false]);
    expect(await verdicts([], { ROBOTS_CONFIG: configFile({ agents: 'FooBot' }) })).toEqual([false, true]);
    const both = configFile({ agents: 'FooBot', check: { agents: ['BarBot'] } });
    expect(await verdicts([], { ROBOTS_CONFIG: both })).toEqual([true, false]);
    expect(await verdicts(['--agent', 'BarBot'], foo)).toEqual([true, false]);
  });

  it('that may be repeated has several values as lines of a variable, or as a list', async () => {
    const both = [false, true, true, false];
    const sorted = async (env: Record<string, string>) => (await verdicts([], env)).sort();
    expect(await sorted({ ROBOTS_CHECK_AGENT: 'FooBot\nBarBot' })).toEqual(both.sort());
    const ROBOTS_CONFIG = configFile({ check: { agent: ['FooBot', 'BarBot'] } });
    expect(await sorted({ ROBOTS_CONFIG })).toEqual(both.sort());
  });

  it('of another command is none of this one', async () => {
    const env = { ROBOTS_SERVE_HOST: '0.0.0.0', ROBOTS_BATCH_AGENT: 'FooBot', ROBOTS_SERVE_WORKERS: '2' };
    expect(await verdicts([], env)).toEqual([true, false]);
  });

  it.each([
    'ROBOTS_CHECK_AGENT',
    'ROBOTS_AGENTS',
    'ROBOTS_TIMEOUT',
    'ROBOTS_CHECK_EXPLAIN',
    'ROBOTS_CONFIG',
    'ROBOTS_HOST',
  ])('whose variable %s is set but empty is not set', async (name) => {
    expect(await verdicts([], { [name]: '' })).toEqual([true, false]);
    expect(await verdicts([], { [name]: ' \n' })).toEqual([true, false]);
  });

  it('is not read with --no-settings', async () => {
    const env = { ROBOTS_CHECK_AGENT: 'FooBot', ROBOTS_NONSENSE: '1', ROBOTS_CONFIG: configFile('{') };
    const { stdout, stderr } = await robots(['--no-settings', ...ask], { input: file, env });
    expect([stdout.split('\n')[1], stderr]).toEqual([expect.stringContaining('"allowed":false'), '']);
  });

  it.each([
    [{ ROBOTS_CHECK_FORMAT: 'tsv' }, 'ROBOTS_CHECK_FORMAT', ['check', '/', '--robots', '-']],
    [{ ROBOTS_CHECK_EXPLAIN: 'maybe' }, 'ROBOTS_CHECK_EXPLAIN: expected true or false', ask],
    [{ ROBOTS_SERVE_MAX_URLS: '-1' }, 'ROBOTS_SERVE_MAX_URLS: Expected a whole number', ['serve']],
    [{ ROBOTS_HOST: 'x' }, 'ROBOTS_HOST: no command has this setting; did you mean ROBOTS_SERVE_HOST?', ask],
    [
      { ROBOTS_AGENT: 'x' },
      'ROBOTS_AGENT: no command has this setting; did you mean ROBOTS_CHECK_AGENT',
      ask,
    ],
    [{ ROBOTS_AGENT: 'x' }, / or one of \d+ more\?/, ask],
    [{ ROBOTS_CHECK_AGENT: ',' }, 'Cannot use ROBOTS_CHECK_AGENT: "," names no crawler', ask],
    [{ ROBOTS_USER_AGNET: 'x' }, 'did you mean ROBOTS_USER_AGENT?', ask],
    [{ ROBOTS_CHEKC_AGENT: 'x' }, 'did you mean ROBOTS_CHECK_AGENT?', ask],
    [{ ROBOTS_SERVE_HOTS: 'x' }, 'did you mean ROBOTS_SERVE_HOST?', ask],
    [{ ROBOTS_NONSENSE: 'x' }, 'the variable ROBOTS_NONSENSE: no command has this setting\n', ask],
    [{ ROBOTS_CHECK_HOST: 'x' }, 'ROBOTS_CHECK_HOST: no command has this setting', ask],
  ])('that a variable sets wrongly is refused with its name: %j', async (env, message, args) => {
    const { exit, stderr } = await robots(args, { input: file, env: env as Record<string, string> });
    expect([exit, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  it('is not looked for among what others name so', async () => {
    const env = {
      ROBOTS_SERVICE_HOST: '10.0.0.1',
      ROBOTS_SERVICE_PORT_HTTP: '80',
      ROBOTS_PORT: 'tcp://10.0.0.1:80',
      ROBOTS_PORT_80_TCP_ADDR: '10.0.0.1',
      ROBOTS_CORPUS: '/corpus',
    };
    expect(await verdicts([], env)).toEqual([true, false]);
  });

  it.each([
    [{ agnet: 'FooBot' }, 'Cannot use agnet', 'did you mean agents'],
    [{ agent: 'FooBot' }, 'Cannot use agent in', 'did you mean check.agent or '],
    [{ chekc: { agent: 'FooBot' } }, 'Cannot use chekc', 'did you mean check?'],
    [{ check: { agnet: 'FooBot' } }, 'Cannot use check.agnet', 'did you mean agent'],
    [{ check: { port: 9309 } }, 'Cannot use check.port', 'no command has this setting'],
    [{ serve: 9309 }, 'Cannot use serve', 'expected an object'],
    [{ check: { format: ['json', 'csv'] } }, 'expected one value, got 2', 'check.format in'],
    [{ userAgent: '' }, 'Cannot use userAgent in', 'names no crawler'],
    [{ check: { agent: '' } }, 'Cannot use check.agent in', 'names no crawler'],
    [{ all: true }, 'Cannot use all', 'no command has this setting'],
    ['{"agent":', 'expected JSON', ''],
    ['{"store":"a",\n"serve":{},\n"store":"b"}', '"store" is on line 1 and again on line 3', 'once'],
    ['{"serve":{"port":1,"port":2}}', '"serve.port" is twice on line 1', 'once'],
    [[], 'expected an object', ''],
  ])('that the file sets wrongly is refused with its place: %j', async (settings, message, meant) => {
    const args = ['check', '/', '--robots', '-'];
    const env = { ROBOTS_CONFIG: configFile(settings) };
    const { exit, stderr } = await robots(args, { input: file, env });
    expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).toContain(meant);
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
      { agent: 'x' },
      { format: 'json' },
    ]) {
      expect(isConfig(wrong)).toBe(false);
    }
  });
});

describe('robots.config.json in the working folder', () => {
  const said = (settings: unknown, args: readonly string[]) =>
    robots(args, { input: file, cwd: folderWith({ 'robots.config.json': JSON.stringify(settings) }) });

  it.each([
    [{ lint: { sarif: 'victim.txt' } }, ['lint', '-'], 'lint.sarif', '--sarif'],
    [
      { lint: { sarif: 'a', robotsUrl: 'http://a/' }, store: 'lmdb:x' },
      ['lint', '-'],
      'lint.sarif',
      '--sarif',
    ],
    [{ store: 'lmdb:x' }, ask, 'store', 'ROBOTS_CHECK_STORE'],
    [{ userAgent: 'FooBot' }, ask, 'userAgent', '--user-agent'],
    [{ conformance: { cmd: 'touch victim.txt' } }, ['conformance', 'cat'], 'conformance.cmd', '--cmd'],
    [{ addressPolicy: 'any' }, ['mcp'], 'addressPolicy', '--address-policy'],
    [{ mcp: { alsoFetch: 'http://127.0.0.1:1' } }, ['mcp'], 'mcp.alsoFetch', '--also-fetch'],
    [{ serve: { host: '0.0.0.0' } }, ['serve'], 'serve.host', 'ROBOTS_SERVE_HOST'],
    [{ agents: 'names.txt' }, ask, 'agents', '"names.txt" is a file'],
    [{ check: { agents: ['FooBot', './x'] } }, ask, 'check.agents', '"./x" is a file'],
  ])('may not act: %j', async (settings, args, named, how) => {
    const { exit, stdout, stderr } = await said(settings, args);
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^robots: Cannot use ${named.replace('.', '\\.')}[ ,]`));
    expect(stderr).toContain(how);
    expect(stderr).toContain('--settings robots.config.json');
  });

  it('may shape answers', async () => {
    const settings = {
      agents: 'FooBot',
      check: { explain: true, format: 'json' },
      serve: { host: '0.0.0.0' },
    };
    const { stdout } = await said(settings, ['check', '/x', '--robots', '-']);
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ allowed: false, evidence: {} }] });
  });

  it('may do all once the caller names it, and --print-settings says whose each value is', async () => {
    const cwd = folderWith({ 'robots.config.json': '{"timeout":3,"check":{"format":"json"}}' });
    const env = { ROBOTS_STORE: 'redis:me:seCret@h' };
    const args = [
      '--settings',
      'robots.config.json',
      '--print-settings',
      'check',
      '/',
      '--robots',
      '-',
      '--explain',
    ];
    const { exit, stdout } = await robots(args, { cwd, env });
    expect([exit, stdout.split('\n')]).toEqual([
      0,
      [
        '--robots "-": the command line',
        '--explain true: the command line',
        '--format "json": check.format in robots.config.json',
        '--timeout 3000: timeout in robots.config.json',
        '--preset "rfc9309": the default',
        '--store "***@h": ROBOTS_STORE',
        '',
      ],
    ]);
  });
});

describe('what lies in the place of a settings file', () => {
  const kinds: readonly [string, (path: string) => unknown, string][] = [
    ['a named pipe', (path) => execFileSync('mkfifo', [path]), 'it is a named pipe, expected a file'],
    ['a directory', (path) => mkdirSync(path), 'it is a directory, expected a file'],
    ['a link to a device', (path) => symlinkSync('/dev/zero', path), 'it is a device, expected a file'],
    ['a link to itself', (path) => symlinkSync(path, path), 'its symbolic links form a loop'],
  ];
  it.each(
    kinds.flatMap((kind) =>
      ['robots.config.json', 'robotslint.json'].map((name) => [...kind, name] as const),
    ),
  )('%s is refused unopened', async (_, make, why, name) => {
    const cwd = folderWith({});
    make(join(cwd, name));
    const { exit, stderr } = await robots(['lint', '-'], { cwd, input: file });
    expect([exit, stderr]).toEqual([2, `robots: Cannot read "${name}": ${why}\n`]);
  });
});

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

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
