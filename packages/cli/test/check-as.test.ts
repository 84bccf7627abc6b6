import { describe, expect, it } from 'vitest';
import { robots } from './command.ts';

describe('robots check --as', () => {
  it.each([
    [
      'scrapy@2.19',
      '503',
      'allowed',
      0,
      'no robots.txt to follow (Scrapy 2.19.0 went on at 503, recorded on ',
    ],
    ['linkchecker', '403', 'disallowed', 1, 'LinkChecker 10.6.0 requested no page at 403, recorded on '],
    ['scrapy', 'timeout-headers', 'deferred', 3, 'was still waiting when its run was ended'],
  ])('%s at %s: %s', async (as, status, word, exit, why) => {
    const ran = await robots(['check', 'https://example.com/a', '--as', as, '--status', status]);
    expect([ran.stdout.includes(`${word} `), ran.exit]).toEqual([true, exit]);
    expect(ran.stdout.replace(/\s+/g, ' ')).toContain(why);
    expect(ran.stdout).not.toContain('try again');
  });

  it('reads the file as the program does, for its token', async () => {
    const body = 'User-agent: wget\nDisallow: /a\n\nUser-agent: *\nDisallow:\n';
    const args = ['check', '/a', '--robots', '-', '--as', 'wget', '--format', 'ndjson'];
    const { stdout, exit } = await robots(args, { input: body });
    expect([JSON.parse(stdout).verdict.rule.line, exit]).toEqual([2, 1]);
  });

  it.each([
    [['--as', 'scrapy@2.1', '--status', '503'], 'the nearest is scrapy@2.19.0'],
    [['--as', 'scrapi'], 'the nearest is scrapy@2.19.0'],
    [['--as', 'scrapy', '--status', '502'], 'the nearest is 503'],
    [['--status', '503'], 'Cannot use --status without --as'],
    [['--as', 'wget', '--dialect', 'google'], 'Cannot use --as and --dialect together'],
  ])('%j is refused', async (options, message) => {
    const { stderr, exit } = await robots(['check', 'https://example.com/a', ...options]);
    expect(stderr).toContain(message);
    expect(exit).toBe(2);
  });
});
