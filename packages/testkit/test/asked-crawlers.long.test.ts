/**
 * Tests the interfaces for programs. Messages use the requested crawlers as examples, and a closed registry rejects
 * unknown crawlers.
 */
import { startHttpOrigin } from '@robots-exclusion/testkit';
import { type AgentIndex, registryWith } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const robots = 'User-agent: *\nDisallow: /a*\nAllow: /a/b\nDisallow: /c*\n';

let doors: SameDoors;
/** The site in the questions. */
let site: Awaited<ReturnType<typeof startHttpOrigin>>;

/** Opens the service and the tools, with the same registry, and the site, for the tests of a group. */
function withDoors(registry?: AgentIndex): void {
  beforeAll(async () => {
    const addressPolicy = { allow: 'any' } as const;
    doors = await openSameDoors(
      { addressPolicy, ...(registry && { registry }) },
      { ...(registry && { agents: registry }) },
    );
    site = await startHttpOrigin({ '/robots.txt': robots });
  });
  afterAll(async () => {
    await doors.close();
    await site.close();
  });
}

describe('lint', () => {
  withDoors();

  const ask: Readonly<Record<string, (name?: string) => Promise<string>>> = {
    'robots lint': async (name) => {
      const file = doors.host.file('robots.txt', robots);
      const named = name === undefined ? [] : ['--agents', name];
      return JSON.stringify(
        await doors.host.run(['lint', file, '--profile', 'portable', '--format', 'json', ...named]),
      );
    },
    'robots lint with robotslint.json': async (name) => {
      const file = doors.host.file('robots.txt', robots);
      const agents = name === undefined ? {} : { agents: [name] };
      const config = doors.host.file('lint.json', JSON.stringify({ profile: 'portable', ...agents }));
      return JSON.stringify(await doors.host.run(['lint', file, '--config', config, '--format', 'json']));
    },
    '/v1/lint': async (name) =>
      (
        await doors.post('/v1/lint', {
          robots,
          profile: 'portable',
          ...(name !== undefined && { agents: [name] }),
        })
      ).text,
    robots_lint: async (name) =>
      (
        await doors.call('robots_lint', {
          robots,
          profile: 'portable',
          ...(name !== undefined && { crawler: name }),
        })
      ).text,
  };

  it.each(Object.entries(ask))('%s speaks of the crawler that was asked about', async (_, lint) => {
    expect(await lint()).toContain('FooBot may no longer fetch');
    for (const name of ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)']) {
      const text = await lint(name);
      expect(text).toContain('YandexBot may no longer fetch');
      expect(text).not.toContain('FooBot');
    }
  });
});

const routes: Readonly<Record<string, (name: string) => object>> = {
  '/v1/check': (name) => ({ urls: [`${site.origin}/`], agents: [name] }),
  '/v1/evaluate': (name) => ({ robots, urls: ['/'], agents: [name] }),
  '/v1/readings': (name) => ({ robots, urls: ['/'], agents: [name] }),
  '/v1/diff': (name) => ({ before: { robots }, after: { robots }, agents: [name] }),
  '/v1/usage': (name) => ({ robots, urls: ['/'], agents: [name] }),
  '/v1/lint': (name) => ({ robots, agents: [name] }),
  '/v1/preflight': (name) => ({ url: `${site.origin}/`, agent: name }),
  '/v1/reserve': (name) => ({ url: `${site.origin}/`, agent: name }),
};
const tools: Readonly<Record<string, (name: string) => Record<string, unknown>>> = {
  robots_check: (name) => ({ urls: [`${site.origin}/`], crawler: name }),
  robots_explain: (name) => ({ url: `${site.origin}/`, crawler: name }),
  robots_usage: (name) => ({ url: `${site.origin}/`, crawler: name }),
  robots_preflight: (name) => ({ url: `${site.origin}/`, crawler: name }),
  robots_lint: (name) => ({ robots, crawler: name }),
  robots_diff: (name) => ({ before: robots, after: robots, crawlers: [name] }),
  robots_readings: (name) => ({ robots, url: `${site.origin}/`, crawler: name }),
};
const note = 'GPTBto is not a known crawler; did you mean GPTBot?';

describe('a registry that is open', () => {
  withDoors();

  it.each(Object.entries(routes))('%s points out a name that it does not know', async (route, question) => {
    const { status, text } = await doors.post(route, question('GPTBto'));
    expect([status, text]).toEqual([200, expect.stringContaining(note)]);
    expect(text).toContain('"known":false,"nearest":["GPTBot"]');
    expect((await doors.post(route, question('GPTBot'))).text).not.toContain('not a known crawler');
  });

  it.each(Object.entries(tools))('%s points out a name that it does not know', async (name, question) => {
    const { isError, text } = await doors.call(name, question('GPTBto'));
    expect([isError, text]).toEqual([false, expect.stringContaining(note)]);
    expect((await doors.call(name, question('GPTBot'))).text).not.toContain('not a known crawler');
  });
});

describe('a registry that is closed', () => {
  withDoors({ ...registryWith([]), isClosed: true });

  it.each(Object.entries(routes))('%s refuses a name that it does not know', async (route, question) => {
    expect(await doors.post(route, question('GPTBto'))).toMatchObject({
      status: 400,
      text: expect.stringContaining(note),
    });
    expect((await doors.post(route, question('GPTBot'))).status).toBe(200);
    expect((await doors.post(route, question('*'))).status).toBe(200);
  });

  it.each(Object.entries(tools))('%s refuses a name that it does not know', async (name, question) => {
    expect(await doors.call(name, question('GPTBto'))).toMatchObject({
      isError: true,
      text: expect.stringContaining(note),
    });
    expect((await doors.call(name, question('GPTBot'))).isError).toBe(false);
  });
});

describe('names of any length and number', () => {
  withDoors();

  const long = 'x'.repeat(10_000);
  const many = Array.from({ length: 10_000 }, (_, at) => `GPTBto${at}`);

  it.each([
    ['/v1/check', () => ({ urls: [`${site.origin}/`] })],
    ['/v1/evaluate', () => ({ robots, urls: ['/'] })],
    ['/v1/readings', () => ({ robots, urls: ['/'] })],
    ['/v1/diff', () => ({ before: { robots }, after: { robots } })],
    ['/v1/lint', () => ({ robots })],
  ] as const)('%s answers shortly, or says what is too long', async (route, question) => {
    for (const agents of [[long], many, [many]]) {
      const { status, text } = await doors.post(route, { ...question(), agents });
      expect([200, 400]).toContain(status);
      expect(text.length).toBeLessThan(50_000);
    }
  });

  it.each([
    ['robots_check', () => ({ urls: [`${site.origin}/`] })],
    ['robots_explain', () => ({ url: `${site.origin}/` })],
    ['robots_usage', () => ({ url: `${site.origin}/` })],
    ['robots_preflight', () => ({ url: `${site.origin}/` })],
    ['robots_lint', () => ({ robots })],
  ] as const)('%s answers shortly, or says what is too long', async (tool, question) => {
    for (const crawler of [long, many]) {
      const { text } = await doors.call(tool, { ...question(), crawler });
      expect(text.length).toBeLessThan(50_000);
    }
  });
});
