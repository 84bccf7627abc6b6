/** A known crawler is treated as its operator documents, unless the literal token is requested. */
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const EXCEPTION = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n';

describe('robots check', () => {
  it('says it in words', async () => {
    const args = ['check', '/a', '--robots', '-', '--agent', 'Googlebot-Image', '--explain'];
    const { stdout } = await robots(args, { input: EXCEPTION });
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'Googlebot-Image follows the group of Googlebot, as Google documents',
    );
  });
});

describe('robots batch', () => {
  it('says what "literal" may be', async () => {
    const record = { robots: EXCEPTION, url: '/a', agent: 'a', literal: 'yes' };
    const { stdout } = await robots(['batch'], { input: JSON.stringify(record) });
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'invalid-literal', message: expect.stringContaining('expected true or false') },
    });
  });
});

describe('robots test', () => {
  const run = async (test: object, ...args: string[]) => {
    const robotsFile = temporaryFile('robots.txt', EXCEPTION);
    const file = temporaryFile('robots.test.yaml', JSON.stringify({ tests: [test] }));
    return robots(['test', file, '--robots', robotsFile, '--format', 'ndjson', ...args]);
  };

  it.each([
    [{ crawler: 'Googlebot-Image', allow: '/a' }, []],
    [{ crawler: 'Googlebot-Image', disallow: '/a' }, ['--literal']],
  ])('%j %j holds', async (test, args) => {
    const { stdout, exit } = await run(test, ...args);
    expect([JSON.parse(stdout).passed, exit]).toEqual([true, 0]);
  });

  it.each([
    [{ crawler: '(x)', allow: '/a' }, 'tests[0].crawler: expected product tokens or a User-Agent header'],
    [{ crawler: 'a', literal: 1, allow: '/a' }, 'tests[0].literal: expected true or false'],
  ])('%j: %s', async (test, message) => {
    const { stderr, exit } = await run(test);
    expect([stderr.includes(message), exit]).toEqual([true, 4]);
  });
});

describe('robots diff', () => {
  it('compares a known crawler by the groups that bind it', async () => {
    const old = temporaryFile('old.txt', EXCEPTION);
    const changed = temporaryFile('new.txt', `${EXCEPTION}Disallow: /b\n`);
    const crawlersOf = async (...args: string[]) => {
      const { stdout } = await robots([
        'diff',
        old,
        changed,
        '--agent',
        'Googlebot-Image',
        '--format',
        'json',
        ...args,
      ]);
      return JSON.parse(stdout).crawlers.flatMap(({ crawlers }: { crawlers: string[] }) => crawlers);
    };
    expect(await crawlersOf()).toContain('Googlebot-Image');
    expect(await crawlersOf('--literal')).not.toContain('Googlebot-Image');
  });
});

describe('--agents FILE: your own crawlers', () => {
  const own = {
    token: 'FooBot-News',
    operator: 'Foo',
    source: 'https://foo.example/bot',
    asOf: '2026-11-22',
  };
  const file = 'User-agent: *\nDisallow: /\n\nUser-agent: FooBot\nAllow: /\n';
  const agents = () => temporaryFile('agents.json', JSON.stringify([{ ...own, fallbackTokens: ['FooBot'] }]));

  it('check, batch and test know them alike', async () => {
    const named = ['--registry', agents(), '--agent', 'FooBot-News'];
    const check = await robots(['check', '/a', '--robots', '-', ...named, '--format', 'ndjson'], {
      input: file,
    });
    expect(JSON.parse(check.stdout)).toMatchObject({ allowed: true, crawler: { followsGroup: 'FooBot' } });
    const batch = await robots(['batch', '--registry', agents()], {
      input: JSON.stringify({ robots: file, agent: 'foobot-news', url: '/a' }),
    });
    expect(JSON.parse(batch.stdout)).toMatchObject({ allow: true, crawler: { followsGroup: 'FooBot' } });
    const expected = temporaryFile(
      'robots.test.yaml',
      JSON.stringify({ tests: [{ crawler: 'FooBot-News', allow: '/a' }] }),
    );
    const robotsFile = temporaryFile('robots.txt', file);
    const test = await robots(['test', expected, '--robots', robotsFile, '--registry', agents()]);
    expect(test.exit).toBe(0);
    const other = temporaryFile('other.txt', 'User-agent: *\nDisallow: /\n');
    const diff = await robots(
      ['diff', robotsFile, other, '--registry', agents(), '--agent', 'FooBot-News', '--format', 'json'],
      {},
    );
    const changed = JSON.parse(diff.stdout).crawlers.flatMap((one: { crawlers: string[] }) => one.crawlers);
    expect(changed).toContain('FooBot-News');
    const profile = await robots(['agents', 'FooBot-News', '--registry', agents(), '--format', 'json']);
    const { results } = JSON.parse(profile.stdout);
    expect(results).toMatchObject([{ token: 'FooBot-News', fallbackTokens: ['FooBot'] }]);
    const reach = await robots(['agents', robotsFile, '--registry', agents(), '--format', 'ndjson']);
    const own = reach.stdout.split('\n').find((line) => line.includes('"FooBot-News"')) ?? '';
    expect(JSON.parse(own)).toMatchObject({ reach: 'everything', group: 'FooBot' });
  });

  it.each([
    ['{', /agents\.json: .*JSON/],
    ['{}', /agents\.json: \$: expected a list of profiles/],
    [JSON.stringify([own, { ...own, token: 'a b' }]), /agents\.json: \[1\]\.token: expected a product token/],
  ])('%s exits with 4 and says where', async (text, message) => {
    const { stderr, exit } = await robots(['batch', '--registry', temporaryFile('agents.json', text)]);
    expect(stderr).toMatch(message);
    expect(exit).toBe(4);
  });
});

it('robots agents names the nearest known crawler', async () => {
  const { stderr, exit } = await robots(['agents', 'Goglebot']);
  expect([stderr.includes('Did you mean Googlebot?'), exit]).toEqual([true, 3]);
});
