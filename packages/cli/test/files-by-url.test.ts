import { startHttpOrigin } from '@robots-exclusion/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile, temporaryFolder } from './command.ts';

const HOME = '<!doctype html>\n<title>Home</title>\n';

async function site() {
  const origin = await startHttpOrigin({
    '/robots.txt': 'User-agent: *\nDisallow: /private\n',
    '/staging.txt': 'User-agent: *\nDisallow: /staging\n',
    '/': HOME,
    '/home': HOME,
  });
  onTestFinished(() => origin.close());
  return origin;
}

const bare = (origin: string): string => origin.replace('http://', '').replace('127.0.0.1', 'localhost');

describe('--robots URL', () => {
  it('is never stored, not even by a command that stores what it fetches', async () => {
    const { origin } = await site();
    const store = ['--store', `lmdb:${temporaryFolder()}`];
    const stored = async (): Promise<number> =>
      JSON.parse((await robots(['cache', 'ls', '--format', 'json', ...store])).stdout).results.length;
    await robots(['check', '/staging', '--robots', `${origin}/staging.txt`, ...store]);
    expect(await stored()).toBe(0);
    await robots(['check', `${origin}/private`, ...store]);
    expect(await stored()).toBe(1);
  });

  it.each([
    ['lint', ['--format', 'json']],
    ['agents', ['--format', 'json']],
  ])('robots %s takes the same URLs', async (command, args) => {
    const { origin, requests } = await site();
    await robots([command, `${origin}/`, ...args]);
    expect((await robots([command, `${origin}/staging.txt`, ...args])).stderr).toContain(
      'crawlers do not read',
    );
    await robots([command, bare(origin), ...args]);
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/staging.txt', '/robots.txt']);
  });

  it('robots test and robots diff take the same URLs', async () => {
    const { origin, requests } = await site();
    const expected = temporaryFile('robots.test.yaml', 'tests: [{ crawler: "*", disallow: /private }]');
    const test = await robots(['test', expected, '--robots', bare(origin)]);
    const diff = await robots(['diff', `${origin}/`, `${origin}/staging.txt`]);
    expect([test.exit, diff.exit]).toEqual([0, 1]);
    expect(diff.stderr).toContain(`they read only ${origin}/robots.txt`);
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt', '/staging.txt']);
  });
});

it.each([
  ['check', '/a', '--robots', '/en/robots.txt'],
  ['lint', '/en/robots.txt'],
  ['lint', '-', '--robots-url', '/robots.txt/'],
])('a file that is not at the root is said to be read by no crawler: robots %s %s %s', async (...argv) => {
  const origin = await startHttpOrigin({ '/en/robots.txt': 'User-agent: *\nDisallow: /a\n' });
  onTestFinished(() => origin.close());
  const args = argv.map((arg, at) => (at === argv.length - 1 ? origin.origin + arg : arg));
  const { stderr } = await robots(args, { input: '' });
  expect(stderr).toContain(`they read only ${origin.origin}/robots.txt`);
});

it.each([
  [403, 'a bot filter’s challenge (cf-mitigated challenge)'],
  [200, 'a login (title Log in)'],
  [429, 'a rate limit (status 429)'],
])('what answers with %d in place of the file is named: %s', async (status, seen) => {
  const body = '<!doctype html><title>Log in</title><form><input type=password></form>';
  const headers = { 'content-type': 'text/html', ...(status === 403 && { 'cf-mitigated': 'challenge' }) };
  const origin = await startHttpOrigin({ '/robots.txt': { status, headers, body } });
  onTestFinished(() => origin.close());
  const url = `${origin.origin}/`;
  for (const argv of [
    ['agents', url],
    ['diff', url, '-'],
    ['lint', url],
    ['check', '/', '--robots', url, '--dialect', 'all'],
  ]) {
    const { exit, stdout, stderr } = await robots(argv, { input: '' });
    expect([exit, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`this program was answered with ${seen}`);
  }
  const checked = await robots(['check', '/', '--robots', url]);
  for (const said of [checked.stdout.replace(/\s+/g, ' '), checked.stderr])
    expect(said).toContain(`this program was answered with ${seen}`);
});

describe('a host without a scheme', () => {
  it.each([['check'], ['fetch']])('robots %s', async (command) => {
    const { origin, requests } = await site();
    const { exit } = await robots([command, `${bare(origin)}/open`]);
    expect([exit, requests.map(({ path }) => path)]).toEqual([0, ['/robots.txt']]);
  });

  it('is in a list of URLs, too', async () => {
    const { origin } = await site();
    const list = temporaryFile('urls.txt', `${bare(origin)}/private\n`);
    const { stdout, exit } = await robots(['check', '--urls', list, '--format', 'ndjson']);
    expect([JSON.parse(stdout).allowed, exit]).toEqual([false, 1]);
  });
});
