/** A known crawler is treated as its operator documents, unless the literal token is requested. */
import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

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
});
