/**
 * Tests the interfaces for programs: a closed registry rejects unknown crawlers, and names of any length and number get
 * a short answer.
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
