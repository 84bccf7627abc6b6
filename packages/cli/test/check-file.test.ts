import { describe, expect, it } from 'vitest';
import { robots, temporaryFile } from './command.ts';

const shop = `User-agent: *
Disallow: /cart/
Allow: /cart/help

User-agent: FooBot-News
User-agent: FooBot
Disallow: /
`;

describe('robots check with a file', () => {
  it('shows verdict, URL and deciding line in a table', async () => {
    const args = ['/', '/cart/1', '/cart/help', 'https://shop.example/robots.txt'];
    const { stdout, exit } = await robots(['check', ...args, '--robots', '-'], { input: shop });
    expect(stdout).toBe(`crawler     * (any crawler that no group names; use --agent to name one)
robots.txt  -

allowed     /                                no rule matches in the group of * (line 1)
disallowed  /cart/1                          line 2: Disallow: /cart/
allowed     /cart/help                       line 3: Allow: /cart/help
allowed     https://shop.example/robots.txt  /robots.txt itself is always allowed

3 allowed, 1 disallowed
`);
    expect(exit).toBe(1);
  });

  it('takes each --agent for one crawler, and commas within for its tokens', async () => {
    const args = [
      'check',
      '/cart/help',
      '--robots',
      '-',
      '--agent',
      'FooBot-News, FooBot',
      '--agent',
      'BarBot',
    ];
    const { stdout } = await robots(args, { input: shop });
    expect(stdout).toContain('disallowed  FooBot-News,FooBot  /cart/help  line 7: Disallow: /\n');
    expect(stdout).toContain('allowed     BarBot              /cart/help  line 3: Allow: /cart/help\n');
  });

  it('takes a User-Agent header, whose commas separate nothing', async () => {
    const header = 'Mozilla/5.0 (KHTML, like Gecko; compatible; FooBot/1.2; +https://foo.example/)';
    const { stdout, exit } = await robots(['check', '/x', '--robots', '-', '--agent', header], {
      input: shop,
    });
    expect(stdout).toContain('crawler     FooBot\n');
    expect(exit).toBe(1);
  });

  it('explains: group, every matching rule, what was read', async () => {
    const args = ['check', '/cart/help', '--robots', '-', '--explain'];
    const { stdout, exit } = await robots(args, { input: shop });
    expect(stdout).toBe(`allowed  /cart/help
  crawler     * (any crawler that no group names)
  because     line 3: Allow: /cart/help
  group       * (line 1)
  matching    line 3      10 octets  Allow: /cart/help
              line 2       6 octets  Disallow: /cart/
  read        105 octets, 6 records, 2 groups, dialect rfc9309
`);
    expect(exit).toBe(0);
  });

  it('exits with 0 when everything is allowed', async () => {
    expect((await robots(['check', '/a', '/b', '--robots', '-'], { input: shop })).exit).toBe(0);
  });
});

describe('formats of robots check', () => {
  const args = ['check', '/cart/1', '/', '--robots', '-', '--format'];

  it('json: one list of verdicts with evidence on request', async () => {
    const { stdout } = await robots([...args, 'json', '--explain'], { input: shop });
    const [first, second] = JSON.parse(stdout).results;
    expect(first).toMatchObject({
      url: '/cart/1',
      crawler: { tokens: ['*'], known: true },
      allowed: false,
      action: 'skip',
      outcome: 'handed-in',
      evidence: { source: '-' },
    });
    expect(first.verdict.rule).toEqual({
      kind: 'disallow',
      text: 'Disallow: /cart/',
      pattern: '/cart/',
      octets: 6,
      line: 2,
      column: 1,
    });
    expect(second.verdict).toMatchObject({ allowed: true, because: 'no-rule-matched', candidates: [] });
    expect(second.evidence.document).toMatchObject({ bytes: 105, dialect: 'rfc9309' });
  });

  it('ndjson: one line for each', async () => {
    const { stdout } = await robots([...args, 'ndjson'], { input: shop });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).allowed)).toEqual([false, true]);
  });

  it('csv: a header and a row for each', async () => {
    const { stdout } = await robots([...args, 'csv'], { input: shop });
    expect(stdout.split('\r\n')).toEqual([
      'url,agent,result,because,line,rule,outcome,policy_row,robots,age_seconds,error,crawler_note',
      '/cart/1,*,disallowed,rule,2,Disallow: /cart/,handed-in,,-,,,',
      '/,*,allowed,no-rule-matched,,,handed-in,,-,,,',
      '',
    ]);
  });
});

describe('a list of URLs', () => {
  it('answers a bad line by an error, goes on, and exits with 4', async () => {
    const urls = temporaryFile('urls.txt', '\ufeff/a\r\n\n# a comment\nexample\n/cart/x');
    const { stdout, exit } = await robots(['check', '--urls', urls, '--robots', '-'], { input: shop });
    expect(stdout).toMatch(/^allowed {5}\/a /m);
    expect(stdout).toMatch(/^error {7}example\n +line 4 of the list: Cannot read target "example"/m);
    expect(stdout).toMatch(/^disallowed {2}\/cart\/x/m);
    expect(exit).toBe(4);
  });

  it('keeps the order of ten thousand', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) =>
      index % 3 === 0 ? `/cart/${index}` : `/p/${index}`,
    );
    const file = temporaryFile('robots.txt', shop);
    const args = ['check', '--urls', '-', '--robots', file, '--format', 'csv'];
    const { stdout } = await robots(args, { input: paths.join('\n') });
    const rows = stdout.trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split(',', 1)[0])).toEqual(paths);
  });
});
