/** `robots preflight`, and the check of the doctor that does the same. */
import { type HttpAnswer, startHttpOrigin } from '@robots-exclusion/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { robots } from './command.ts';
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
  const { stdout, exit } = await robots(['preflight', `${origin}/page`, '--as', 'FooBot']);
  expect(exit).toBe(1);
  expect(stdout).toContain(`payment-required  ${origin}/page`);
  expect(stdout).toContain('crawler-price: USD 0.01');
  expect(stdout).not.toContain('\u009b');
  const json = await robots(['preflight', `${origin}/page`, '--as', 'FooBot', '--format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    outcome: 'payment-required',
    asClient: { shape: 'served' },
  });
});

it('exits with what it found', async () => {
  const open = await siteThatGives('page');
  expect(await robots(['preflight', `${open.origin}/`, '--as', 'FooBot'])).toMatchObject({ exit: 0 });
  const closed = await siteThatGives('page', 'User-agent: *\nDisallow: /\n');
  expect(await robots(['preflight', `${closed.origin}/`, '--as', 'FooBot'])).toMatchObject({ exit: 1 });
  expect(closed.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
  expect(await robots(['preflight', 'http://127.0.0.1:1/', '--as', 'FooBot'])).toMatchObject({ exit: 3 });
  expect(await robots(['preflight', 'ftp://example.com/', '--as', 'FooBot'])).toMatchObject({ exit: 2 });
  expect(await robots(['preflight', 'https://example.com/', '--as', 'Foo Bot'])).toMatchObject({ exit: 2 });
  expect(await robots(['preflight', 'https://example.com/'])).toMatchObject({ exit: 2 });
});

it('the doctor says of the home page what the preflight says', async () => {
  onTestFinished(closeSites);
  const { origin } = await site(({ path, headers }) => {
    if (path === '/robots.txt') return healthy();
    if (path !== '/') return { status: 404 };
    return headers['user-agent']?.includes('FooBot') ? { status: 403 } : healthy('page');
  });
  const reports = await examine(origin, { as: 'FooBot' });
  expect(reports.get('page-for-crawler')).toMatchObject({
    status: 'fail',
    seen: 'The home page: refused-by-name',
  });
  expect((await examine(origin, { as: 'BarBot' })).get('page-for-crawler')).toMatchObject({ status: 'ok' });
  expect((await examine(origin)).get('page-for-crawler')).toMatchObject({ status: 'skip' });
});
