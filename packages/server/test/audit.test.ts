/** Tests that `POST /v1/audit` returns the same reports and judged requests as the library. */
import { readFileSync } from 'node:fs';
import { audit, type Finding, readNames, readRanges, timeline } from '@robots-exclusion/audit';
import { buildOnce } from '@robots-exclusion/testkit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { registryWith } from 'robots-exclusion/agents';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonServer, endCommonServer, endServers, serve, type TestServer } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);
afterAll(endCommonServer);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const [isReport, isHit] = ['audit', 'audit-hit'].map((name) =>
  ajv.compile(
    JSON.parse(readFileSync(new URL(`../../../spec/schema/${name}.json`, import.meta.url), 'utf8')),
  ),
) as [ReturnType<typeof ajv.compile>, ReturnType<typeof ajv.compile>];

const request = (day: number, address: string, url: string, userAgent: string, status = 200): string =>
  `${address} - - [${String(day).padStart(2, '0')}/Nov/2026:10:00:00 +0000] "GET ${url} HTTP/1.1" ${status} 5 "-" "${userAgent}"`;

const OPEN = 'User-agent: *\nDisallow: /admin/\n';
const CLOSED = 'User-agent: *\nDisallow: /admin/\nDisallow: /new/\n';
/**
 * A log with every class of request, spoofers, a redirect, an invalid line, and a URL that is hostile to a terminal.
 */
const log = [
  request(2, '20.15.240.65', '/robots.txt', 'GPTBot/1.3'),
  request(2, '20.15.240.65', '/admin/x', 'GPTBot/1.3'),
  request(2, '203.0.113.9', '/admin/x', 'GPTBot/1.3'),
  request(3, '192.0.2.7', '/admin/y', 'CCBot/2.0'),
  request(3, '192.0.2.7', '/admin/y', 'CCBot/2.0', 301),
  'nonsense',
  request(10, '192.0.2.8', '/new/x', 'FooBot/1.0 (+https://foo.example/)'),
  request(12, '192.0.2.8', '/new/x', 'FooBot/1.0 (+https://foo.example/)'),
  request(12, '66.249.66.1', '/new/\u009b\u202eé', 'Mozilla/5.0 (compatible; Googlebot/2.1)'),
  request(12, '192.0.2.9', '/new/', 'Mozilla/5.0 (X11) Firefox/140.0'),
  request(12, '192.0.2.9', '/new/', 'ChatGPT-User/1.0'),
  '',
].join('\n');
const versions = [
  { from: '2026-11-01T00-00-00Z', robots: OPEN },
  { from: '2026-11-10T00-00-00Z', robots: CLOSED },
];
const ranges = { GPTBot: ['20.15.240.64/28'] };
const rdns = {
  '66.249.66.1': 'crawl-66-249-66-1.googlebot.com',
  'crawl-66-249-66-1.googlebot.com': ['66.249.66.1'],
};
const NDJSON = 'application/x-ndjson';

/** The library's report for the same input. */
async function byLibrary(options: { registry?: ReturnType<typeof registryWith>; since?: number } = {}) {
  const { registry, since } = options;
  const history = timeline(
    versions.map(({ from, robots: body }, index) => ({
      body,
      name: from,
      from: Date.UTC(2026, 10, index === 0 ? 1 : 10),
    })),
    { registry },
  );
  const findings: Finding[] = [];
  const report = await audit([{ name: 'log', open: () => log }], {
    timeline: history,
    evidence: { ranges: readRanges(ranges), namesOf: readNames(rdns), registry },
    since,
    onFindings: (some) => void findings.push(...some),
  });
  return { report: JSON.parse(JSON.stringify(report)), findings };
}

async function hitsBy(server: TestServer, body: object, accept = NDJSON) {
  const response = await fetch(`${server.url}/v1/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  });
  return { type: response.headers.get('content-type'), text: await response.text() };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe('a planted log', () => {
  it('takes versions as octets, and each in one form alone', async () => {
    const server = await commonServer();
    const octets = versions.map(({ from, robots }) => ({ from, robotsBase64: btoa(robots) }));
    const { json } = await server.post('/v1/audit', { log, versions: octets, ranges, rdns });
    expect(json).toEqual((await byLibrary()).report);
    for (const wrong of [{ from: 'always' }, { from: 'always', robots: null, robotsBase64: '' }]) {
      const refused = await server.post('/v1/audit', { log, versions: [wrong] });
      expect([refused.status, JSON.stringify(refused.json)]).toEqual([
        400,
        expect.stringContaining('robotsBase64'),
      ]);
    }
  });

  it('gives the report of the library, of every class', async () => {
    const server = await commonServer();
    const { status, json } = await server.post('/v1/audit', { log, versions, ranges, rdns });
    const { report } = await byLibrary();
    expect(status).toBe(200);
    expect(json).toEqual(report);
    expect(isReport(json), JSON.stringify(isReport.errors)).toBe(true);
    expect(json.classes).toEqual({
      violation: 1,
      'never-asked': 3,
      redirected: 1,
      'within-grace': 1,
      allowed: 1,
      'not-bound': 1,
      'not-judged': 0,
      unidentified: 2,
    });
    expect(json.logs[0].skipped).toBe(1);
  });

  it('gives the judged requests of the library, one in a line, and nothing else', async () => {
    const server = await commonServer();
    const { type, text } = await hitsBy(server, { log, versions, ranges, rdns });
    expect(type).toBe(NDJSON);
    const { findings } = await byLibrary();
    expect(findings).toHaveLength(10);
    expect(linesOf(text)).toEqual(JSON.parse(JSON.stringify(findings)));
    for (const hit of linesOf(text)) expect(isHit(hit), JSON.stringify(isHit.errors)).toBe(true);
    expect((await hitsBy(server, { log: '', versions })).text).toBe('');
    expect((await hitsBy(server, { log, versions }, 'application/json, */*')).type).toBe('application/json');
  });

  it.each([NDJSON, 'application/json'])('shows a terminal nothing to obey as %s', async (accept) => {
    const server = await commonServer();
    const robots = 'User-agent: *\nDisallow: /\u202e\u009b\n';
    const hostile = log.slice(0, log.indexOf('\n')).replace(/"GET \S+/, '"GET /%E2%80%AE%C2%9Bx');
    const { text } = await hitsBy(server, { log: hostile, versions: [{ from: 'always', robots }] }, accept);
    expect(text).toContain('/\\u202e\\u009b');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  });

  it('is judged since an instant, by the registry of the service, and in a stream', async () => {
    const registry = registryWith([
      {
        token: 'FooBot',
        operator: 'Foo',
        source: 'https://foo.example/',
        asOf: '2026-11-22',
        obeys: 'user-triggered',
      },
    ]);
    const server = await serve({ agents: registry });
    const body = { log, versions, ranges, rdns, since: '2026-11-12' };
    const { report } = await byLibrary({ registry, since: Date.UTC(2026, 10, 12) });
    expect(report.classes['not-bound']).toBe(2);
    expect((await server.post('/v1/audit', body)).json).toEqual(report);
    const response = await fetch(`${server.url}/v1/audit`, {
      method: 'POST',
      headers: { 'content-type': NDJSON, accept: NDJSON },
      body: `${JSON.stringify({ id: 7, ...body })}\n`,
    });
    expect(linesOf(await response.text())).toEqual([{ id: 7, ...report }]);
  });

  it('is judged by the versions that its own answers tell of', async () => {
    const server = await commonServer();
    const given = [
      { from: 'always', robots: 'User-agent: *\nDisallow: /admin/\n' },
      { from: '2026-11-01', robots: '#\n#\n' },
    ];
    const sized = log.replaceAll(' 5 "-"', ` ${String(given[0]?.robots).length} "-"`);
    const { json } = await server.post('/v1/audit', { log: sized, versions: given, fromLog: true });
    expect(json.versions).toMatchObject([{ name: 'always@2026-11-02T10:00:00Z', octets: 32 }]);
    expect(isReport(json), JSON.stringify(isReport.errors)).toBe(true);
    const none = await server.post('/v1/audit', { log: 'x\n', versions: given, fromLog: true });
    expect(none.json.errors[0].path).toBe('fromLog');
  });

  it('is judged by versions of hosts, by removed ones, and by one that was always served', async () => {
    const server = await commonServer();
    const one = (given: object[], more = {}) => server.post('/v1/audit', { log, versions: given, ...more });
    const always = await one([{ from: 'always', robots: 'User-agent: *\nDisallow: /\n' }]);
    expect(always.json.versions).toMatchObject([{ name: 'always', from: null }]);
    const removed = await one([{ from: '2026-11-01T00:00:00Z', robots: null }]);
    expect(removed.json).toMatchObject({ classes: { violation: 0 }, versions: [{ octets: 0 }] });
    const hosted = [{ from: '2026-11-01', robots: CLOSED, host: 'Shop.example:443' }];
    expect((await one(hosted, { host: 'shop.example' })).json.rules[0].samples[0].host).toBe('shop.example');
    expect((await one(hosted, { graceHours: 0 })).json.graceHours).toBe(0);
  });
});

describe('bad input', () => {
  it.each<[string, object]>([
    ['log', { log: 1 }],
    ['versions', { versions: [] }],
    ['versions', { versions: [versions[0], versions[0]] }],
    ['versions[0].from', { versions: [{ from: 'yesterday', robots: '' }] }],
    ['versions[0].from', { versions: [{ from: '2026-02-31T00-00-00Z', robots: '' }] }],
    ['versions[0].from', { versions: [{ from: '2026-13-01T00:00:00Z', robots: '' }] }],
    ['versions[0].robots', { versions: [{ from: 'always' }] }],
    ['graceHours', { graceHours: -1 }],
    ['format', { format: 'klingon' }],
    ['format', { format: '$remote_addr $status' }],
    ['ranges', { ranges: { GPTBot: ['192.0.2.0/99'] } }],
    ['ranges', { ranges: { GPTBot: 5 } }],
    ['rdns', { rdns: { '192.0.2.1': 5 } }],
    ['since', { since: 'soon' }],
    ['network', { network: true }],
  ])('names the member that is wrong: %s', async (path, given) => {
    const server = await commonServer();
    const response = await fetch(`${server.url}/v1/audit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ log, versions, ...given }),
    });
    const problem = (await response.json()) as { type: string; errors: { path: string; message: string }[] };
    expect([response.status, problem.type, problem.errors[0]?.path]).toEqual([
      400,
      '/docs#invalid-request',
      path,
    ]);
    expect(problem.errors[0]?.message).toMatch(/\w{3}/);
  });
});

describe('a hostile log', () => {
  it('whose answer outgrows it is too large, as lines and as a report', async () => {
    const server = await serve({ limits: { maxAnswerBytes: 1_000_000 } });
    const robots = `User-agent: *\nDisallow: /${'*'.repeat(10_000)}\n`;
    const many = Array.from({ length: 200 }, (_, index) =>
      request(12, '192.0.2.1', '/x', `Bot${index}-crawler/1.0 (+https://x.example)`),
    ).join('\n');
    const body = { log: many, versions: [{ from: 'always', robots }] };
    expect((await server.post('/v1/audit', body)).json.type).toBe('/docs#answer-too-large');
    expect(JSON.parse((await hitsBy(server, body)).text).type).toBe('/docs#answer-too-large');
  });

  it('that is larger than a request may be is not read', async () => {
    const server = await serve({ limits: { maxRequestBytes: 1000 } });
    const { status, json } = await server.post('/v1/audit', { log, versions });
    expect([status, json.type]).toEqual([413, '/docs#content-too-large']);
    expect(json.detail).toContain('1000 octets, the limit maxRequestBytes');
    const docs = await (await fetch(`${server.url}/docs`)).text();
    expect(docs).toContain('For a log of any size, use');
  });
});

it('every route of the service is in its description and in docs/service.md', async () => {
  const server = await commonServer();
  const { paths } = (await server.get('/openapi.json')).json as { paths: Record<string, object> };
  const doc = readFileSync(new URL('../../../docs/service.md', import.meta.url), 'utf8');
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toContain('POST /v1/audit');
  for (const route of described.filter((name) => name.includes('/v1/'))) expect(doc).toContain(`\`${route}`);
  // Conversely, every route that the table lists exists.
  const named = [...doc.matchAll(/^\| `((?:GET|POST) \/v1\/[a-z-]+)/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(described.filter((name) => name.includes('/v1/'))));
});
