import { describe, expect, it } from 'vitest';
import { dialects, findDialect } from '../dialects/index.ts';
import { interpretations } from './interpretations.ts';

const ask = (name: string, body: string, who: string, target: string) =>
  interpretations(body, who, target).find(({ dialect }) => dialect.name === name);

describe('interpretations', () => {
  it('answers for every dialect, RFC 9309 first', () => {
    const found = interpretations('User-agent: *\nDisallow: /a\n', 'FooBot', '/a');
    expect(found.map(({ dialect }) => dialect)).toEqual(dialects);
    expect(found.every(({ differsBecause }) => differsBecause === undefined)).toBe(true);
  });

  it.each([
    ['python', 'User-agent: *\nDisallow: /\nAllow: /a\n', '/a', 'precedence', 2],
    ['google', 'User-agent: *\nDisalow: /a\n', '/a', 'names', 2],
    [
      'robots-parser',
      'User-agent: FooBot\nSitemap: https://example.com/s\nUser-agent: b\nDisallow: /\n',
      '/a',
      'runs',
      4,
    ],
    ['protego', 'User-agent: foo\nDisallow: /\n', '/a', 'agents', 2],
    ['wget', 'User-agent: *\nDisallow: /*a\n', '/ba', 'matching', 2],
    ['temoto', 'User-agent: *\nDisallow: /b*c\n', '/a/bxc', 'matching', 2],
    ['robots-erlang', 'User-agent: *\nAllow: /\nDisallow: /a\n', '/a', 'precedence', 2],
    ['koster-1996', 'User-agent: FooBot\n\nDisallow: /\n', '/a', 'lines', 3],
    ['reppy', 'User-agent: *\nDisallow: /a%2Fb\n', '/a/b', 'normalising', 2],
    ['crawler-commons', 'User-agent: *\nCrawl-delay: 301\n', '/a', 'extras', undefined],
  ])('%s: names the axis and the line', (name, body, target, axis, line) => {
    const found = ask(name, body, 'FooBot', target)?.differsBecause;
    expect([found?.facts.map((fact) => fact.axis), found?.line]).toEqual([[axis], line]);
    expect(found?.sentence).toMatch(/^[^a-z].*\.$/);
  });

  it.each([
    ['Disallow: /\n', 'groups.ruleBefore'],
    ['Disallow: /a1b\nUser-agent: Zed\nDisallow: /\n', 'groups.ruleBefore'],
    ['User-agent: Foo\nUser-agent: *\nDisallow: /a1b\n', 'merging.choice'],
    [
      'User-agent: FooBot\nDisallow: /b\nUser-agent: Foo\nUser-agent: FooBot\nDisallow: /a1b\n',
      'merging.choice',
    ],
  ])('%j, reppy: names the fact that the file shows', (body, fact) => {
    const found = ask('reppy', body, 'FooBot', '/a1b')?.differsBecause;
    expect(found?.facts.map(({ axis, fact: name }) => `${axis}.${name}`)).toEqual([fact]);
  });

  it.each([
    ['Disallow:\u000b/a', 'google reppy wget', ['lines.whiteSpace']],
    ['Disallow:\u00a0/a', 'protego python robots-parser', ['lines.whiteSpace']],
    ['Disallow: /a\u0001b', 'reppy wget', ['rules.controlsMatchNothing']],
    ['Disallow: xmlrpc.php', 'reppy', ['rules.withoutSlash', 'normalising.pattern']],
    ['Disallow: xmlrpc.php', 'wget', ['rules.withoutSlash']],
    ['Disallow: /\nCrawl-delay: 301\nAllow: /', 'crawler-commons', ['extras.maxCrawlDelaySeconds']],
  ])('%j, %s: names the fewest facts that turn the answer', (rules, names, facts) => {
    const targets = ['/a', '/a%01b', '/xmlrpc.php'];
    for (const name of names.split(' ')) {
      const reasons = targets.flatMap(
        (target) => ask(name, `User-agent: *\n${rules}\n`, 'FooBot', target)?.differsBecause ?? [],
      );
      expect(reasons.map((reason) => reason.facts.map(({ axis, fact }) => `${axis}.${fact}`))).toContainEqual(
        facts,
      );
      expect(reasons[0]?.sentence).toBe(reasons[0]?.facts.map(({ sentence }) => sentence).join(' '));
    }
  });

  it('names no cause where four facts are needed', () => {
    const rules = 'Disallow: /*b\nDisallow: /%61b\n\nDisallow: /ab\nUser-agent: FooBot\nDisallow: /ab\n';
    const found = ask('koster-1994', `User-agent: FooBot\n${rules}`, 'FooBot', '/ab');
    expect(found?.differsBecause).toEqual({
      facts: [],
      line: 2,
      sentence: 'Differs; no single cause found.',
    });
  });

  it('says error where the original fails', () => {
    const found = ask('temoto', 'Disallow: /\nUser-agent: *\n', 'FooBot', '/a');
    expect(found?.verdict).toEqual({ error: 'a rule or crawl-delay comes before any user-agent record' });
  });

  it('says of documented dialects that nobody ran them', () => {
    const { verdict } = ask('yandex', 'User-agent: *\nDisallow: /a\n', 'FooBot', '/a') ?? {};
    expect(verdict).toMatchObject({ allowed: false, basis: 'documented' });
    expect(ask('google', 'User-agent: *\n', 'FooBot', '/a')?.verdict).not.toHaveProperty('basis');
  });

  it('reads only the dialects asked for', () => {
    const google = findDialect('google');
    const found = interpretations('User-agent: *\n', 'FooBot', '/', { dialects: google ? [google] : [] });
    expect(found.map(({ dialect }) => dialect.name)).toEqual(['google']);
  });
});
