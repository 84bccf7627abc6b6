/** Tests settings from variables and from `robots.config.json`, and their precedence. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots } from './command.ts';

beforeAll(buildOnce);

const file = 'User-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n';
const ask = ['check', '/x', '/y', '--robots', '-', '--format', 'ndjson'];

describe('an option', () => {
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

describe('what is set outside the command line', () => {
  const robotsTxt = 'user-agent:*\ndisallow:/x\n';

  it.each([
    ['fmt', 'write', 'ROBOTS_FMT_WRITE'],
    ['lint', 'fix', 'ROBOTS_LINT_FIX'],
    ['lint', 'fixDangerous', 'ROBOTS_LINT_FIX_DANGEROUS'],
    ['lint', 'config', 'ROBOTS_LINT_CONFIG'],
    ['init', 'yes', 'ROBOTS_INIT_YES'],
    ['init', 'force', 'ROBOTS_INIT_FORCE'],
  ])('does nothing that %s must be told each time: %s', async (command, key, variable) => {
    const cwd = folderWith({
      'robots.txt': robotsTxt,
      'named.json': JSON.stringify({ [command]: { [key]: true } }),
    });
    const named = await robots(['--settings', 'named.json', command, 'robots.txt'], { cwd });
    expect([named.exit, named.stderr]).toEqual([
      2,
      expect.stringContaining(`${command}.${key} in named.json`),
    ]);
    const set = await robots([command, 'robots.txt'], { cwd, env: { [variable]: 'true' } });
    expect([set.exit, set.stderr]).toEqual([2, expect.stringContaining(variable)]);
    expect(readFileSync(join(cwd, 'robots.txt'), 'utf8')).toBe(robotsTxt);
  });

  it('is not read with --no-settings, right or wrong', async () => {
    const cwd = folderWith({ 'robots.config.json': '{"check":{"format":"json"},"nobodyKnows":1}' });
    const env = { ROBOTS_CHECK_FORMAT: 'bogus', ROBOTS_NOBODY_KNOWS: '1' };
    expect((await robots(ask, { cwd, env, input: file })).exit).toBe(2);
    const plain = await robots(['check', '/y', '--robots', '-'], { input: file, cwd: folderWith({}) });
    const without = await robots(['--no-settings', 'check', '/y', '--robots', '-'], {
      cwd,
      env,
      input: file,
    });
    expect(without).toEqual(plain);
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
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
