import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkSite,
  deployEnvironment,
  failureOf,
  headersFile,
  robotsOf,
  type Site,
  writeSite,
} from '@robots-exclusion/site';
import { isAllowed } from 'robots-exclusion';
import { registryWith } from 'robots-exclusion/agents';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const OPEN = 'User-agent: *\nDisallow: /cart\n';
const CLOSED = 'User-agent: *\nDisallow: /\n';

async function failures(site: Site, environment = 'production') {
  const { problems } = await checkSite({ lint: false, ...site }, environment);
  return problems.filter(({ isWarning }) => !isWarning).map(({ code, line }) => [code, line]);
}

describe('a file that closes the site', () => {
  it.each([
    ['to all', CLOSED],
    ['with a rule that only opens what is open anyway', `${CLOSED}Allow: /robots.txt$\n`],
    ['by two rules', 'User-agent: *\nDisallow: *\nAllow:\n'],
    ['to all it names, too', `User-agent: Googlebot\nDisallow: /*\n\n${CLOSED}`],
    ['from staging, whatever environment is built', CLOSED, 'staging'],
  ])('fails a build: %s', async (_, config, environment = 'production') => {
    expect((await failures({ config }, environment)).map(([code]) => code)).toEqual(['site-closed']);
  });

  it.each([
    ['it says so', { config: CLOSED, closedTo: ['*'] }],
    ['one crawler is let in', { config: `User-agent: Googlebot\nAllow: /\n\n${CLOSED}` }],
    ['one path is open', { config: `${CLOSED}Allow: /about\n` }],
    ['it has no rules', { config: '' }],
  ])('passes if %s', async (_, site) => {
    expect(await failures(site)).toEqual([]);
  });

  it('is a leftover from staging where a comment or a sitemap says so', async () => {
    const config = `# robots.txt for staging\n${OPEN}Sitemap: https://staging.shop.example/sitemap.xml\n`;
    expect(await failures({ config, lint: {} })).toEqual([
      ['staging-leftover', 1],
      ['staging-leftover', 4],
    ]);
    expect(await failures({ config, lint: { rules: { 'staging-leftover': 'off' } } })).toEqual([]);
  });
});

describe('what a file of text may have by mistake', () => {
  const problems = async (config: string, site: Partial<Site> = {}) =>
    (await checkSite({ config, lint: false, ...site }, 'production')).problems;

  it.each([
    ['User-agent: *\\nDisallow: /cart', 1],
    ['User-agent: *\nDisallow: /a\\r\\nDisallow: /b\n', 2],
    ['# Shop\\n user-agent : *\n', 1],
  ])('"\\n" as two characters fails a build: %j', async (config, line) => {
    expect(await problems(config)).toMatchObject([{ code: 'escaped-line-end', line, isWarning: false }]);
  });

  it('but not in a path', async () => {
    expect(await problems('User-agent: *\nDisallow: /a\\name:b\nDisallow: /\\news\n')).toEqual([]);
  });

  it('a crawler of a search engine that alone is shut out is a warning', async () => {
    const config = `User-agent: googlebot\nDisallow: /\n\n${OPEN}`;
    expect(await problems(config)).toMatchObject([{ code: 'search-shut-out', line: 2, isWarning: true }]);
    expect(await problems('User-agent: Googlebot\nDisallow: /\n')).toHaveLength(1);
    expect(await problems(config, { closedTo: ['Googlebot'] })).toEqual([]);
    expect(await problems(`User-agent: GPTBot\nDisallow: /\n\n${OPEN}`)).toEqual([]);
  });
});

describe('compared with the deployed file', () => {
  const deployed = { body: OPEN };

  it('fails if a crawler that may crawl today is shut out, and names the line', async () => {
    const config = `User-agent: GPTBot\nDisallow: /\n\n${OPEN}`;
    expect(await failures({ config, deployed })).toEqual([['crawler-shut-out', 2]]);
    expect(await failures({ config, deployed, closedTo: ['gptbot'] })).toEqual([]);
    expect(await failures({ config, deployed: { body: config } })).toEqual([]);
  });

  it('asks for each crawler by what is known of it: one that loses its own group', async () => {
    const before = `User-agent: Googlebot-Image\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /\n\n${OPEN}`;
    const after = `User-agent: Googlebot\nDisallow: /\n\n${OPEN}`;
    expect(await failures({ config: after, deployed: { body: before } })).toEqual([['crawler-shut-out', 2]]);
    expect(
      await failures({ config: after, deployed: { body: before }, closedTo: ['Googlebot-Image'] }),
    ).toEqual([]);
  });

  it('fails if "*" is shut out although another crawler is let in', async () => {
    const config = `User-agent: Googlebot\nAllow: /\n\n${CLOSED}`;
    expect(await failures({ config, deployed })).toEqual([['crawler-shut-out', 5]]);
  });

  it('takes a site without a file as open', async () => {
    const config = `User-agent: GPTBot\nDisallow: /\n\n${OPEN}`;
    expect(await failures({ config, deployed: { body: '' } })).toEqual([['crawler-shut-out', 2]]);
  });

  it('prints other changes, and at most ten', async () => {
    const config = `${OPEN}Disallow: /account\n`;
    const { changes } = await checkSite({ config, deployed }, 'production');
    expect(changes).toEqual(['closed to *: /account by line 3: Disallow: /account']);
    const many = Array.from({ length: 30 }, (_, index) => `Disallow: /p${index}x\n`).join('');
    expect((await checkSite({ config: OPEN + many, deployed }, 'production')).changes).toHaveLength(11);
  });

  it('compares production only', async () => {
    const config = `User-agent: GPTBot\nDisallow: /\n\n${OPEN}`;
    expect(await failures({ config, deployed }, 'staging')).toEqual([]);
  });
});

describe('the deployed file over HTTP', () => {
  async function served(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const config = `User-agent: GPTBot\nDisallow: /\n\n${OPEN}`;

  it('is fetched from the site', async () => {
    const paths: (string | undefined)[] = [];
    const deployed = await served((request, response) => {
      paths.push(request.url);
      response.setHeader('content-type', 'text/plain').end(config);
    });
    expect(await failures({ config, deployed })).toEqual([]);
    expect(await failures({ config: `${config}Disallow: /x\n`, deployed: `${deployed}any/page` })).toEqual(
      [],
    );
    expect(paths).toEqual(['/robots.txt', '/robots.txt']);
  });

  it('that does not exist allows everything', async () => {
    const deployed = await served((_, response) => response.writeHead(404).end());
    expect(await failures({ config, deployed })).toEqual([['crawler-shut-out', 2]]);
  });

  it.each([
    ['the file', 200, { 'content-type': 'text/plain' }, OPEN, 'holds'],
    ['an empty file', 200, { 'content-type': 'text/plain' }, '', 'holds'],
    ['no file', 404, {}, '', 'holds'],
    ['a challenge', 403, { 'cf-mitigated': 'challenge' }, '', 'not-looked-at'],
    ['a login', 401, { 'www-authenticate': 'Basic' }, '', 'not-looked-at'],
    ['a rate limit', 429, { 'retry-after': '60' }, '', 'not-looked-at'],
    ['an error', 503, {}, '', 'not-looked-at'],
    [
      'a page',
      200,
      { 'content-type': 'text/html' },
      '<!doctype html><title>Home</title><p>Text',
      'not-looked-at',
    ],
    ['another origin', 302, { location: 'http://127.0.0.1:9/robots.txt' }, '', 'not-looked-at'],
  ])('is compared only if it was answered: %s', async (_, status, headers, body, outcome) => {
    const deployed = await served((_request, response) => response.writeHead(status, headers).end(body));
    const { checks } = await checkSite({ config: OPEN, deployed }, 'production');
    expect(checks.find(({ check }) => check === 'deployed')?.outcome).toBe(outcome);
  });

  it.each<[string, RequestListener, string]>([
    ['a connection that ends', ({ socket }) => socket.destroy(), 'not-looked-at'],
    [
      'half an answer',
      ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\nUser'),
      'not-looked-at',
    ],
    [
      'the home page, after a redirect',
      ({ url }, response) =>
        url === '/'
          ? response.setHeader('content-type', 'text/html').end('<!doctype html><title>Home</title><p>Text')
          : response.writeHead(302, { location: '/' }).end(),
      'not-looked-at',
    ],
  ])('is compared only if it was answered: %s', async (_, listener, outcome) => {
    const { checks } = await checkSite({ config: OPEN, deployed: await served(listener) }, 'production');
    expect(checks.find(({ check }) => check === 'deployed')?.outcome).toBe(outcome);
  });

  it('is compared as answered first, if each request gets another answer', async () => {
    let asked = 0;
    const deployed = await served((_request, response) => {
      response.setHeader('content-type', 'text/plain').end(asked++ === 0 ? config : OPEN);
    });
    expect(await failures({ config, deployed })).toEqual([]);
    expect(asked).toBe(1);
  });

  it('is fetched through the proxy of the environment, and not past it', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = await served((request, response) => {
      asked.push(request.url);
      response.setHeader('content-type', 'text/plain').end(config);
    });
    vi.stubEnv('HTTP_PROXY', proxy);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await failures({ config, deployed: 'http://site.test/' })).toEqual([]);
    expect(asked).toEqual(['http://site.test/robots.txt']);
  });

  it('that cannot be fetched fails the build, unless the site says otherwise', async () => {
    const deployed = await served((_, response) => response.writeHead(503).end());
    expect(await failures({ config, deployed })).toEqual([['deployed-unreachable', undefined]]);
    const { problems } = await checkSite({ config, deployed, ifUnreachable: 'warn' }, 'production');
    expect(problems.map(({ code, isWarning }) => [code, isWarning])).toEqual([
      ['deployed-unreachable', true],
    ]);
  });
});

describe('tests and lint of the production file', () => {
  it('name the expectation that fails, with the deciding line', async () => {
    const tests = [{ crawler: ['Googlebot', 'bingbot'], allow: ['/', '/cart/1'], disallow: '/x' }];
    const { problems } = await checkSite({ config: OPEN, tests }, 'preview');
    expect(problems.map(({ message, line }) => [message, line])).toEqual(
      ['Googlebot', 'bingbot'].flatMap((name) => [
        [`${name} should be allowed to fetch /cart/1, but is disallowed by Disallow: /cart`, 2],
        [`${name} should not be allowed to fetch /x, but is allowed`, undefined],
      ]),
    );
  });

  it.each([
    [{}, /expected "allow" or "disallow"/],
    [{ crawler: [], allow: '/' }, /expected at least one crawler/],
    [{ crawler: '(+https://bot.example/)', allow: '/' }, /expected a product token/],
    [{ allow: 'products' }, /products/],
  ])('refuse %j', async (test, message) => {
    await expect(checkSite({ config: OPEN, tests: [test] }, 'production')).rejects.toThrow(message);
  });

  it('fail from the severity on that the site names', async () => {
    const config = 'User-agent: *\nDisalow: /a\nDisallow: /a\nDisallow: /a\n';
    const at = async (failOn: 'error' | 'warning' | 'info') =>
      (await checkSite({ config, lint: { failOn } }, 'production')).problems.map(({ code, isWarning }) => [
        code,
        isWarning,
      ]);
    expect(await at('error')).toEqual([['misspelt-record', false]]);
    expect(await at('info')).toContainEqual(['duplicate-rule', false]);
    await expect(at('none' as 'info')).rejects.toThrow(/Cannot fail on "none"/);
  });
});

it('each check ends, and says why nothing was looked at', async () => {
  const endsOf = async (site: Partial<Site>, environment = 'production') =>
    (await checkSite({ config: 'User-agent: *\nDisallow: /a\n', ...site }, environment)).checks.map(
      ({ check, outcome }) => `${check} ${outcome}`,
    );
  const unseen = ['closed holds', 'deployed not-applicable', 'tests not-applicable'];
  expect(await endsOf({})).toEqual([...unseen, 'lint holds']);
  expect(await endsOf({ lint: false })).toEqual([...unseen, 'lint not-looked-at']);
  const closed = { config: 'User-agent: *\nDisallow: /\n', closedTo: ['*'] };
  expect(await endsOf(closed)).toContain('closed not-applicable');
  const deployed = { body: 'User-agent: *\nDisallow:\n' };
  const tests = [{ allow: '/a' }];
  expect(await endsOf({ deployed, tests }, 'staging')).toContain('deployed not-looked-at');
  expect(await endsOf({ deployed, tests, config: 'User-agent: *\nDisallow: /\n' })).toEqual([
    ...['closed fails', 'deployed fails', 'tests fails', 'lint holds'],
  ]);
});

it('knows the crawlers of an own registry in each check', async () => {
  const own = { token: 'GPTBott', fallbackTokens: ['FooBot'], purposes: ['search'], operator: 'Foo' };
  const registry = registryWith([{ ...own, source: 'https://foo.example/', asOf: '2026-11-29' }]);
  const site: Site = {
    config: 'User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBott\nDisallow: /\n',
    deployed: { body: 'User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nAllow: /\n' },
    tests: [{ crawler: 'GPTBott', allow: '/' }],
  };
  const told = async (given: Site) => (await checkSite(given, 'production')).problems.map(({ code }) => code);
  expect(await told(site)).toEqual(['test-failed', 'unknown-product-token']);
  expect(await told({ ...site, registry })).toEqual(['crawler-shut-out', 'test-failed']);
  const { deployed: _, ...alone } = site;
  expect(await told({ ...alone, registry })).toEqual(['search-shut-out', 'test-failed']);
});

describe('environments', () => {
  const site = { config: OPEN, environments: { preview: 'User-agent: *\nDisallow: /api\n' } };

  it.each(['staging', '', 'Production', 'constructor', '__proto__', 'a\nAllow: /', 'a\u2028Allow: /'])(
    'close %j to everybody',
    (environment) => {
      expect(isAllowed(robotsOf(site, environment), 'Googlebot', '/')).toBe(false);
    },
  );

  it('serve their own file where they have one', () => {
    expect(robotsOf(site, 'preview')).toBe(site.environments.preview);
    expect(robotsOf(site, 'production')).toBe(OPEN);
  });

  it('are what the platform says that it deploys', () => {
    expect(deployEnvironment('production', { VERCEL_ENV: 'preview' })).toBe('preview');
    expect(deployEnvironment('production', { NETLIFY: 'true', CONTEXT: 'deploy-preview' })).toBe(
      'deploy-preview',
    );
    expect(deployEnvironment('production', { CONTEXT: 'anything' })).toBe('production');
    expect(deployEnvironment('production', { VERCEL_ENV: '' })).toBe('production');
  });
});

describe('headersFile', () => {
  it.each([
    [
      'User-agent: *\nAllow: /\nContent-Usage: train-ai=n, search=y\n',
      '/*\n  Content-Usage: train-ai=n, search=y\n',
    ],
    ['User-agent: *\nAllow: /\nContent-Usage: / train-ai=n\n', '/*\n  Content-Usage: train-ai=n\n'],
    [OPEN, ''],
    [CLOSED, ''],
  ])('of %j', (robots, file) => {
    expect(headersFile(robots)).toBe(file);
  });

  it('refuses preferences for a part of the site', () => {
    const robots = `${OPEN}Content-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\n`;
    expect(() => headersFile(robots)).toThrow(/Content-Usage: \/open\/ train-ai=y" \(line 4\)/);
  });
});

describe('writeSite', () => {
  it('writes the file of the environment, or nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'site-'));
    await expect(writeSite({ config: CLOSED }, folder)).rejects.toThrow(/site-closed/);
    expect(await readdir(folder)).toEqual([]);
    await writeSite({ config: OPEN, environment: 'production' }, join(folder, 'public'));
    expect(await readFile(join(folder, 'public/robots.txt'), 'utf8')).toBe(OPEN);
  });

  it('explains what fails, one line each', async () => {
    expect(failureOf(await checkSite({ config: CLOSED, lint: false }, 'production'))).toBe(
      'This robots.txt must not be deployed:\n  robots.txt:2: The file closes the whole site to every crawler; if this is intended, add "*" to "closedTo" (site-closed)',
    );
  });
});
