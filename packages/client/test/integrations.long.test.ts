/**
 * Tests the got recipe of `integrations/javascript` with got from the registry.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient, guard } from '@robots-exclusion/client';
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished, type TestContext } from 'vitest';

const recipe = (name: string) =>
  import(new URL(`../../../integrations/javascript/${name}.js`, import.meta.url).href);

async function site() {
  const origin = await startHttpOrigin({
    '/robots.txt': 'User-agent: FooBot\nDisallow: /private\n',
    '/open': '<title>open</title>',
    '/moved': { status: 302, headers: { location: '/private' } },
    '/fine': { status: 302, headers: { location: '/open' } },
    '/private': 'secret',
  });
  const client = createClient({ userAgent: 'FooBot/1.0', addressPolicy: { allow: 'any' } });
  onTestFinished(async () => {
    await client.close();
    await origin.close();
  });
  return { ...origin, client, pages: () => origin.requests.map(({ path }) => path) };
}

it('got: the hooks ask once before each request, redirects included', async (context: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'robots-got-'));
  await writeFile(join(folder, 'package.json'), '{}');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', 'got@14'];
  const isThere = await promisify(execFile)('npm', install, { cwd: folder }).then(
    () => true,
    () => false,
  );
  context.skip(!isThere, 'got cannot be installed: the npm registry is not reachable');
  const entry = createRequire(join(folder, 'package.json')).resolve('got');
  const { got, TimeoutError } = await import(pathToFileURL(entry).href);
  const { robotsHooks } = await recipe('got');
  const { origin, client, pages } = await site();
  const ask = guard(client);
  const asked: string[] = [];
  const counted: typeof ask = (url, call) => {
    asked.push(new URL(url).pathname);
    return ask(url, call);
  };
  const robots = got.extend(robotsHooks(counted, { TimeoutError }), { retry: { limit: 0 } });
  expect((await robots(`${origin}/fine`)).body).toContain('open');
  for (const path of ['/private', '/moved']) {
    await expect(robots(`${origin}${path}`)).rejects.toThrow('line 2 of robots.txt disallows it');
  }
  expect(asked).toEqual(['/fine', '/open', '/private', '/moved', '/private']);
  const elsewhere = { headers: { host: new URL(origin).host } };
  await expect(robots('http://127.0.0.1:9/private', elsewhere)).rejects.toThrow(`"${origin}/private"`);
  const hanging = await startHttpOrigin(() => () => {});
  onTestFinished(() => hanging.close());
  const timed = robots(`${hanging.origin}/`, { timeout: { request: 300 } });
  await expect(timed).rejects.toThrow(TimeoutError);
  await expect(timed).rejects.toMatchObject({ code: 'ETIMEDOUT', event: 'request' });
  const stopped = robots(`${hanging.origin}/`, { signal: AbortSignal.timeout(300) });
  await expect(stopped).rejects.toThrow(/abort|timeout/i);
  expect(pages()).not.toContain('/private');
});
