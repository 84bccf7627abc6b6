/**
 * Tests the interfaces for programs: a closed registry rejects unknown crawlers, a crawler of one's own registry is known
 * wherever a sentence speaks of it, and names of any length and number get a short answer.
 */
import { fileURLToPath } from 'node:url';
import { runCommand, startHttpOrigin } from '@robots-exclusion/testkit';
import { type AgentIndex, registryWith } from 'robots-exclusion/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const robots = 'User-agent: *\nDisallow: /a*\nAllow: /a/b\nDisallow: /c*\n';

let doors: SameDoors;
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
const crawl = fileURLToPath(new URL('../../../examples/corpus/crawl-2023.warc.gz', import.meta.url));
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

describe('a registry with a crawler of its own', () => {
  const own = {
    ...{ token: 'ZorgelBot', fallbackTokens: ['GPTBot'], purposes: ['training'], operator: 'Zorgel' },
    ...{ source: 'https://zorgel.example/bot', asOf: '2026-11-29' },
  };
  withDoors(registryWith([own]));

  // The file that commands read names the crawler wrongly, and closes the group that it follows.
  const file = (name: string) =>
    doors.host.file(`${name}.txt`, `User-agent: GPTBot\nDisallow: /\n\nUser-agent: ${name}\nDisallow: /x\n`);
  const empty = () => doors.host.file('empty.txt', '');
  const line = '203.0.113.9 - - [20/Nov/2026:10:00:01 +0100] "GET /a HTTP/1.1" 200 5 "-" "ZorgelBot/1"\n';
  const record = (name: string) => JSON.stringify({ robots, agent: name, url: '/a' });
  const expectations = (name: string) => JSON.stringify({ tests: [{ crawler: name, allow: '/d' }] });
  const select = (name: string) => `select robots_allowed('', '${name}', '/') as allowed`;
  const commands: Readonly<Record<string, (name: string) => readonly string[]>> = {
    'check --explain': (name) => ['/a', '--robots', file('FooBot'), '--agent', name],
    'check --dialect google': (name) => ['/a', '--robots', file('FooBot'), '--agent', name],
    lint: (name) => [file(name), '--agent', name],
    diff: (name) => [file('FooBot'), empty(), '--agent', name],
    batch: (name) => [doors.host.file('records', record(name))],
    test: (name) => [doors.host.file('expected.json', expectations(name)), '--robots', empty()],
    identify: (name) => ['203.0.113.9', `${name}/1.3`],
    ranges: (name) => [name],
    agents: (name) => [name],
    sql: (name) => [select(name), '--strict-agents'],
    doctor: (name) => [site.origin, '--agent', name],
    preflight: (name) => [`${site.origin}/`, '--agent', name],
    'audit --ranges': (name) => [
      doors.host.file('ranges.json', JSON.stringify({ [name]: ['203.0.113.0/24'] })),
      ...[doors.host.file('access.log', line), '--versions', empty(), '--site', 'example.com'],
    ],
  };
  const unknown = /not (?:a )?known|"known":\s*false|did you mean/i;

  it.each(Object.entries(commands))('robots %s knows it, and what is near to it', async (command, given) => {
    const registry = doors.host.file('registry.json', JSON.stringify([own]));
    const told = async (name: string) => {
      const argv = [...command.split(' '), ...given(name), '--registry', registry];
      const { exit, stdout, stderr } = await runCommand(argv);
      expect(exit, stderr).not.toBe(70);
      return stdout + stderr;
    };
    expect(await told('ZorgelBot')).not.toMatch(unknown);
    expect(await told('ZorgelBott')).toMatch(/ZorgelBott.*did you mean "?ZorgelBot"?\?/is);
  });

  it.each([
    [
      'report ai',
      (body: string) => [body],
      /Zorgel +AI training +nothing +ZorgelBot\n.*group GPTBot, line 1/,
    ],
    ['agents', (body: string) => [body], /ZorgelBot +nothing +by the group for GPTBot, line 1/],
    ['warc', () => [crawl, '--agents', 'registry:training'], /"ZorgelBot":\{"allows":"none"/],
  ] as const)('robots %s lists it beside those that are built in', async (command, given, told) => {
    const registry = doors.host.file('registry.json', JSON.stringify([own]));
    const argv = [...command.split(' '), ...given(file('FooBot')), '--registry', registry];
    expect((await runCommand(argv)).stdout).toMatch(told);
  });

  it('diff tells what is known of it, and not what its bare token would follow', async () => {
    const registry = doors.host.file('registry.json', JSON.stringify([own]));
    const { stdout } = await runCommand([
      ...['diff', file('FooBot'), file('ZorgelBot'), '--agent', 'ZorgelBot', '--registry', registry],
      ...['--format', 'json'],
    ]);
    const { crawlers, unchangedCrawlers } = JSON.parse(stdout);
    const told = crawlers.filter((one: { crawlers: string[] }) => one.crawlers.includes('ZorgelBot'));
    expect(told).toMatchObject([{ regions: [{ direction: 'opened', except: ['/x'] }] }]);
    expect(unchangedCrawlers).not.toContain('ZorgelBot');
  });

  it('doctor lints the file with it', async () => {
    const registry = doors.host.file('registry.json', JSON.stringify([{ ...own, token: 'GPTBott' }]));
    const named = await startHttpOrigin({ '/robots.txt': 'User-agent: GPTBott\nDisallow: /x\n' });
    const told = async (...argv: string[]) => (await runCommand(['doctor', named.origin, ...argv])).stdout;
    expect(await told()).toContain('Did you mean GPTBot?');
    expect(await told('--registry', registry)).not.toContain('Did you mean');
    await named.close();
  });

  it('/v1/reach lists it', async () => {
    const { text } = await doors.post('/v1/reach', { robots: 'User-agent: GPTBot\nDisallow: /\n' });
    expect(JSON.parse(text).results).toContainEqual(
      expect.objectContaining({ token: 'ZorgelBot', reach: 'nothing', group: 'GPTBot' }),
    );
  });

  it.each(Object.entries(routes))('%s knows it, and what is near to it', async (route, question) => {
    expect((await doors.post(route, question('ZorgelBot'))).text).not.toMatch(unknown);
    if (route !== '/v1/reserve')
      expect((await doors.post(route, question('ZorgelBott'))).text).toMatch(/ZorgelBott.*"ZorgelBot"/);
  });

  it.each(Object.entries(tools))('%s knows it, and what is near to it', async (name, question) => {
    expect((await doors.call(name, question('ZorgelBot'))).text).not.toMatch(unknown);
    expect((await doors.call(name, question('ZorgelBott'))).text).toMatch(/did you mean ZorgelBot\?/);
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
