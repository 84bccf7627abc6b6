/** Tests that each term has one definition: what one door calls by a name, every other door calls by it, too. */
import { createClient, type RobotsRecord, type Transport } from '@robots-exclusion/client';
import { inPlaceOf, inPlaceOfRecord, preflight, shapeOf } from '@robots-exclusion/client/preflight';
import { recordAnswer } from '@robots-exclusion/operations/record';
import { checkSite } from '@robots-exclusion/site';
import { type HttpOrigin, runs, startHttpOrigin } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { type Diagnostic, isAllowed, parse } from 'robots-exclusion';
import { agents, describeCrawler, misspeltToken, resolveCrawler } from 'robots-exclusion/agents';
import { dialects } from 'robots-exclusion/dialects';
import { reachOf } from 'robots-exclusion/diff';
import { lint, lintRules, type Severity } from 'robots-exclusion/lint';
import { sqlFunctions } from 'robots-exclusion/sql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lint as lintOnPage } from '../../../apps/workbench/src/engine/jobs/lint.ts';
import { crawlerName } from '../../../apps/workbench/src/engine/jobs/registry.ts';
import { openSameDoors, type SameDoors } from './doors/same.ts';

const INPUTS = runs(10_000, 200);
const SEED = Number(process.env['ROBOTS_TEST_SEED'] ?? 9309);
/** The number of inputs in one question. */
const CHUNK = 100;
const timeout = 3_600_000;

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

let doors: SameDoors;
let site: HttpOrigin;
const { robots_summary } = sqlFunctions();

/** What the site at a scripted host answers. */
const answers = new Map<string, Answered>();
const NOTHING = { status: 404, headers: {}, body: '' };
const transport: Transport = {
  schemes: ['http', 'https'],
  enforcesAddressPolicy: true,
  async send({ url }) {
    const { status, headers, body } = answers.get(new URL(url).host) ?? NOTHING;
    return { status, headers, body: new TextEncoder().encode(body) };
  },
};
const addressPolicy = { allow: 'any' } as const;

beforeAll(async () => {
  doors = await openSameDoors(
    { addressPolicy, limits: { fetchesPerMinute: 1_000_000, maxUrls: 1000 } },
    { transports: [transport] },
  );
  site = await startHttpOrigin({ '/robots.txt': '' });
});

afterAll(async () => {
  await doors.close();
  await site.close();
});

function chunks<Value>(values: readonly Value[]): Value[][] {
  return Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, at) =>
    values.slice(at * CHUNK, (at + 1) * CHUNK),
  );
}

const sample = <Value>(values: fc.Arbitrary<Value>): Value[] =>
  fc.sample(values, { seed: SEED, numRuns: INPUTS });

const glue = fc.constantFrom(
  '',
  ' ',
  '\\',
  '&',
  ':',
  '/',
  '.',
  '%20',
  '$',
  ',',
  ';',
  '(',
  '*',
  '|',
  "'",
  '1',
);
const phrase = fc
  .tuple(fc.constantFrom('Foo', 'GPTBot', 'Battle'), glue, fc.constantFrom('', 'Bar', 'ClaudeBot', '2.0'))
  .map((parts) => parts.join(''));
const pattern = fc.constantFrom(
  '/',
  '/a',
  '/*',
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/',
  '/ads.txt',
  '/b/',
  'x',
);
const rules = fc
  .array(fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern), { maxLength: 4 })
  .map((all) => all.map(([kind, value]) => `${kind}: ${value}\n`).join(''));
const end = fc.constantFrom('\n', '\r\n', '\\n', '\\r\\n');
const file = fc.oneof(
  fc.tuple(phrase, rules).map(([value, all]) => `User-agent: ${value}\n${all}`),
  rules.map((all) => `User-agent: *\nDisallow: /\n${all}`),
  fc
    .tuple(rules, end, rules)
    .map(([all, between, more]) => `User-agent: *${between}${all.trimEnd()}${between}${more}`),
  fc
    .tuple(
      fc.constantFrom('<!doctype html>', '<html>', '<p>Not found</p>', '{"error":404}', 'Not found', ''),
      rules,
    )
    .map(([begin, all]) => `${begin}\n${all}`),
);

it(`${INPUTS} files have the same findings at each door, by the definitions of the library`, {
  timeout,
}, async () => {
  const shown = (found: readonly Pick<Diagnostic, 'code' | 'line' | 'message'>[]) =>
    found.map(({ code, line, message }) => `${line} ${code} ${message}`);
  for (const texts of chunks([...new Set(sample(file))])) {
    const files = texts.map((text, at) => doors.host.file(`${at}.txt`, text));
    const command = (await doors.host.run(['lint', ...files, ...off, '--format', 'json'])) as {
      findings: Diagnostic[];
    }[];
    for (const [at, robots] of texts.entries()) {
      const found = lint(robots, { rules: others });
      const question = { robots, rules: others };
      const [service] = await doors.routeAnswers<{ findings: Diagnostic[] }>('/v1/lint', question);
      // The tool takes no severities, so it makes every proof, and is asked about some files only. In text, it refuses
      // "\\n" in place of line ends.
      const robotsBase64 = Buffer.from(robots).toString('base64');
      const [tools] =
        at % 20 === 0
          ? await doors.toolAnswers<{ findings: Diagnostic[] }>('robots_lint', { robotsBase64 })
          : [];
      const ofTools = tools?.findings.filter(({ code }) => DEFINING.has(code)) ?? found;
      const page = await lintOnPage({ ...question, profile: 'rfc9309' });
      for (const other of [command[at]?.findings, service?.findings, ofTools, page.findings])
        expect(shown(other ?? []), robots).toEqual(shown(found));
      await expectDefinitions(robots, new Set(found.map(({ code }) => code)), found);
    }
  }
});

/** The rules that state a definition. Without the others, nothing needs a long proof. */
const DEFINING = new Set([
  'blocks-everything',
  'escaped-line-end',
  'not-robots-txt',
  'phrase-as-product-token',
  'several-records-on-one-line',
  'several-tokens-on-one-line',
  'unknown-product-token',
]);
const others: Record<string, Severity> = Object.fromEntries(
  lintRules.filter(({ code }) => !DEFINING.has(code)).map(({ code }) => [code, 'off']),
);
const off = Object.keys(others).map((code) => `--rule=${code}=off`);

/** What the linter says, beside the functions of other doors. */
async function expectDefinitions(robots: string, codes: ReadonlySet<string>, found: readonly Diagnostic[]) {
  const document = parse(robots);
  const read = found.find(({ code }) => code === 'phrase-as-product-token')?.message;
  const named = / as (?:"(.*?)"|no product token)(?:;|$)/.exec(read ?? '');
  if (named) expect((named[1] ?? '').replaceAll('\\\\', '\\')).toBe(document.groups[0]?.productTokens[0]);
  const summary = JSON.parse(robots_summary(robots) ?? '{}');
  if (robots.trim() !== '') expect(summary.is_robots, robots).toBe(!codes.has('not-robots-txt'));
  const { problems } = await checkSite({ config: robots, lint: false }, 'staging');
  const told = new Set(problems.map(({ code }) => code));
  expect(told.has('escaped-line-end'), robots).toBe(codes.has('escaped-line-end'));
  if (codes.has('blocks-everything')) expect(reachOf(document, '*'), robots).toMatch(/^(?:nothing|files)$/);
  if (codes.has('blocks-everything')) expect(told, robots).toContain('site-closed');
}

const token = fc.constantFrom(...agents.map((agent) => agent.token));
/** A token of the registry with a piece taken out, put in or replaced at one place, which may leave it as it is. */
const name = fc
  .tuple(token, fc.nat(40), fc.constantFrom('', 'x', 'o', '-', 'ed'), fc.nat(2))
  .map(([whole, at, put, cut]) => {
    const place = at % (whole.length + 1);
    return whole.slice(0, place) + put + whole.slice(place + cut);
  })
  .filter((text) => text !== '');

it(`${INPUTS} names are known, or near to a known one, alike at each door`, { timeout }, async () => {
  const robots = 'User-agent: *\nDisallow: /a\n';
  const body = doors.host.file('robots.txt', robots);
  for (const names of chunks([...new Set(sample(name))])) {
    const question = { robots, urls: ['/'], agents: names };
    type Described = { crawler?: { known: boolean; nearest?: readonly string[] } };
    const service = await doors.routeAnswers<Described>('/v1/evaluate', question);
    const asked = names.flatMap((each) => ['--agent', each]);
    const argv = ['check', '/', '--robots', body, ...asked, '--explain', '--format', 'json'];
    const command = (await doors.host.run(argv)) as Described[];
    for (const [at, each] of names.entries()) {
      const { known, nearest } = describeCrawler(parse(robots), resolveCrawler(each));
      expect(command[at]?.crawler, each).toMatchObject({ known, ...(nearest && { nearest }) });
      // Without an explanation, a crawler of which there is nothing to tell is left out.
      expect(service[at]?.crawler?.nearest ?? [], each).toEqual(nearest ?? []);
      const onPage = crawlerName({ text: each });
      expect('token' in onPage && agents.some((agent) => agent.token === onPage.token), each).toBe(known);
      const slip = lint(`User-agent: ${each}\nDisallow: /\n`, { rules: others }).find(
        ({ code }) => code === 'unknown-product-token',
      );
      const meant = misspeltToken(each);
      expect(slip?.message.endsWith(` Did you mean ${meant}?`), each).toBe(meant && true);
      if (meant !== undefined) expect(nearest, each).toContain(meant);
    }
  }
});

const word = fc.constantFrom('Foo', 'Bar', 'foo', 'GPTBot', 'Googlebot', 'news', 'FooBot2', 'Zoé');
const blank = fc.constantFrom(' ', '  ', '\t');
/** Words with blanks between them, and sometimes around them. */
const words = fc
  .tuple(
    fc.constantFrom('', ' '),
    word,
    fc.array(fc.tuple(blank, word), { minLength: 1, maxLength: 2 }),
    fc.constantFrom('', ' '),
  )
  .map((parts) => parts.flat(2).join(''));

it(`${INPUTS} names with blanks have one verdict at each door, in each dialect`, { timeout }, async () => {
  const url = 'https://example.com/a';
  for (const [at, names] of chunks(sample(words)).entries()) {
    // Every second name of the file is also one of those asked for.
    const named = sample(words)
      .slice(at, at + 3)
      .flatMap((other, each) => [other, names[each] ?? other]);
    const robots = `${named.map((each) => `User-agent: ${each}`).join('\n')}\nDisallow: /\n`;
    const file = doors.host.file('names.txt', robots);
    for (const dialect of dialects.filter((_, each) => each % 8 === at % 8 || INPUTS < 10_000)) {
      const asked = names.map((agent, id) =>
        JSON.stringify({ id, robots, agent, url, dialect: dialect.name }),
      );
      const records = doors.host.file('names.ndjson', asked.join('\n'));
      const batch = (await doors.host.run(['batch', records])) as { allow?: boolean; error?: object }[];
      const agentOptions = names.flatMap((each) => ['--agent', each]);
      const argv = ['check', url, '--robots', file, ...agentOptions, '--dialect', dialect.name];
      const check = (await doors.host.run([...argv, '--format', 'json'])) as { allowed: boolean }[];
      const question = { robots, urls: [url], agents: names, dialect: dialect.name };
      const service = await doors.routeAnswers<{ allowed: boolean }>('/v1/evaluate', question);
      for (const [each, who] of names.entries()) {
        const expected = isAllowed(robots, who, url, { dialect });
        // A file at which the original program fails is an error of its record.
        const ofBatch = batch[each]?.error ? false : batch[each]?.allow;
        const found = [ofBatch, check[each]?.allowed, service[each]?.allowed];
        expect(found, JSON.stringify([dialect.name, who, robots])).toEqual([expected, expected, expected]);
      }
    }
  }
});

const answer = fc.record({
  status: fc.constantFrom(200, 200, 200, 202, 401, 402, 403, 404, 405, 410, 429, 451, 500, 503),
  headers: fc.constantFrom<Record<string, string>>(
    {},
    { 'content-type': 'text/html' },
    { 'content-type': 'text/plain' },
    { 'cf-mitigated': 'challenge', 'content-type': 'text/html; charset=utf-8' },
    { 'x-amzn-waf-action': 'captcha' },
    { 'x-vercel-mitigated': 'challenge' },
    { 'www-authenticate': 'Basic' },
  ),
  body: fc.constantFrom(
    '',
    'User-agent: *\nDisallow: /a\n',
    'User-agent: *\nDisallow: /a\n<p>Bye</p>\n',
    '<title>Just a moment...</title>',
    '<!doctype html><title>Home</title><p>Text',
    '<title>Log in</title><form><input type=password></form>',
    "<title>Making sure you're not a bot!</title>",
    'Access denied',
  ),
});

it(`${INPUTS} answers are called a challenge, a login or a page at each door`, { timeout }, async () => {
  const client = createClient({
    userAgent: 'TestBot/1.0',
    productTokens: '*',
    addressPolicy,
    transports: [transport],
  });
  for (const [at, given] of sample(answer).entries()) {
    const host = `s${at}.example`;
    answers.set(host, given);
    const [url, robotsUrl] = [`http://${host}/`, `http://${host}/robots.txt`];
    // Of an error, the client reads the head only.
    const bytes = new TextEncoder().encode(given.status < 300 ? given.body : '');
    const read = { status: given.status, headers: given.headers, body: bytes, finalUrl: robotsUrl };
    const expected = inPlaceOf(read, robotsUrl);
    const record: RobotsRecord = await client.robots(url);
    const isObeyed = record.outcome === 'no-rules' || record.outcome === 'rules';
    expect(record.outcome === 'unreachable' ? expected : inPlaceOfRecord(record)).toEqual(expected);
    const said = isObeyed ? expected?.message : undefined;
    expect((await recordAnswer(record, { hasBody: false })).notRobotsTxt, JSON.stringify(given)).toBe(said);
    const question = { urls: [url], agents: ['GPTBot'] };
    const [service] = await doors.routeAnswers<{ notRobotsTxt?: string }>('/v1/check', question);
    expect(service?.notRobotsTxt, JSON.stringify(given)).toBe(said);
    if (isObeyed && given.body === '') {
      const page = `${robotsUrl}?`;
      const { asCrawler } = await preflight(client, page, { as: 'GPTBot', addressPolicy, transport });
      expect(asCrawler.shape, JSON.stringify(given)).toBe(shapeOf(read, robotsUrl).shape);
    }
    answers.delete(host);
  }
  await client.close();
});
