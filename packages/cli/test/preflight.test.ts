/** `robots preflight`, and the equivalent check in `robots doctor`. */
import { type HttpAnswer, startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { robots, temporaryFile } from './command.ts';
import { closeSites, examine, healthy, site } from './doctor-site.ts';

async function siteThatGives(crawler: HttpAnswer, rules = '') {
  const origin = await startHttpOrigin(({ path, headers }) => {
    if (path === '/robots.txt') return rules;
    return headers['user-agent']?.includes('FooBot') ? crawler : '<title>Page</title>';
  });
  onTestFinished(() => origin.close());
  return origin;
}

it('names the outcome with its evidence, as text and as JSON', async () => {
  const { origin } = await siteThatGives({ status: 402, headers: { 'crawler-price': 'USD 0.01\u009b31m' } });
  const { stdout, exit } = await robots(['preflight', `${origin}/page`, '--agent', 'FooBot']);
  expect(exit).toBe(1);
  expect(stdout).toContain(`payment-required  ${origin}/page`);
  expect(stdout).toContain('crawler-price: USD 0.01');
  expect(stdout).not.toContain('\u009b');
  const json = await robots(['preflight', `${origin}/page`, '--agent', 'FooBot', '--format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    outcome: 'payment-required',
    asClient: { shape: 'served' },
  });
});

it('says what an open page states, as text and as JSON, and exits by the outcome alone', async () => {
  const headers = { 'content-type': 'text/html', 'x-robots-tag': 'noindex, no\u009b31m' };
  const page = { status: 200, headers, body: '<meta name=robots content=noai><p>Text' };
  const { origin } = await siteThatGives(page, 'User-agent: *\nAllow: /\n\nContent-Usage: train-ai=n\n');
  const { stdout, exit } = await robots(['preflight', `${origin}/page`, '--agent', 'FooBot']);
  expect(exit).toBe(0);
  expect(stdout).toContain('open, but states: noindex (header), noai');
  expect(stdout).toContain(
    'noai (meta robots), train-ai=n (Content-Usage, line 4), unreadable directive (header)  http',
  );
  expect(stdout).toContain('noindex: noindex, no\\x9b31m');
  expect(stdout).not.toContain('\u009b');
  const json = await robots(['preflight', `${origin}/page`, '--agent', 'FooBot', '--format', 'json']);
  const report = JSON.parse(json.stdout);
  expect(report.usage.uses['ai-training'].decidedBy.source).toMatchObject({ kind: 'robots', line: 4 });
  expect(report.states).toContainEqual(
    expect.objectContaining({ what: 'noai', where: 'meta robots', isRestrictive: true }),
  );
});

it('exits with what it found', async () => {
  const open = await siteThatGives('page');
  expect(await robots(['preflight', `${open.origin}/`, '--agent', 'FooBot'])).toMatchObject({ exit: 0 });
  const closed = await siteThatGives('page', 'User-agent: *\nDisallow: /\n');
  expect(await robots(['preflight', `${closed.origin}/`, '--agent', 'FooBot'])).toMatchObject({ exit: 1 });
  expect(closed.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  expect(await robots(['preflight', 'http://127.0.0.1:1/', '--agent', 'FooBot'])).toMatchObject({ exit: 3 });
  expect(await robots(['preflight', 'ftp://example.com/', '--agent', 'FooBot'])).toMatchObject({ exit: 2 });
  expect(await robots(['preflight', 'https://example.com/', '--agent', 'Foo Bot'])).toMatchObject({
    exit: 2,
  });
  expect(await robots(['preflight', 'https://example.com/'])).toMatchObject({ exit: 2 });
});

it('the doctor says of the home page what the preflight says', async () => {
  onTestFinished(closeSites);
  const { origin } = await site(({ path, headers }) => {
    if (path === '/robots.txt') return healthy();
    if (path !== '/') return { status: 404 };
    return headers['user-agent']?.includes('FooBot') ? { status: 403 } : healthy('page');
  });
  const reports = await examine(origin, { as: { as: 'FooBot' } });
  expect(reports.get('page-for-crawler')).toMatchObject({
    severity: 'error',
    seen: 'The home page: refused-by-name',
  });
  expect((await examine(origin, { as: { as: 'BarBot' } })).get('page-for-crawler')).toMatchObject({
    outcome: 'holds',
  });
  expect((await examine(origin)).get('page-for-crawler')).toMatchObject({ outcome: 'not-looked-at' });
});

it.each(['preflight', 'doctor'])(
  '%s asks with the User-Agent that --registry documents, by the groups that it names',
  async (command) => {
    const { origin, requests } = await siteThatGives('', 'User-agent: OtherBot\nDisallow: /closed\n');
    const profile = {
      token: 'MineBot',
      operator: 'Mine',
      source: 'https://mine.example/',
      asOf: '2026-01-01',
    };
    const more = { exampleUserAgents: ['Mine/1 (MineBot)'], fallbackTokens: ['OtherBot'] };
    const registry = temporaryFile('mine.json', JSON.stringify([{ ...profile, ...more }]));
    const named = ['--agent', 'MineBot', '--registry', registry, '--strict-agents'];
    const wait = command === 'doctor' ? ['--delay', '0.01'] : [];
    const { stderr, exit } = await robots([command, `${origin}/`, ...named, ...wait]);
    expect([exit === 2, stderr]).toEqual([false, '']);
    expect(requests.map(({ headers }) => headers['user-agent'])).toContain('Mine/1 (MineBot)');
    if (command === 'doctor') return;
    const closed = await robots([command, `${origin}/closed`, ...named, '--format', 'json']);
    expect(JSON.parse(closed.stdout).outcome).toBe('disallowed');
  },
);
