/** Tests limits and edge cases of single dialects: the verdict and the reason for it. */
import { describe, expect, it } from 'vitest';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import { parse } from '../parse/parse.ts';
import { findDialect } from './index.ts';
import table from './own-ways.json' with { type: 'json' };

type Row = [dialect: string, rules: string, url: string, allowed: boolean, because: string];

// The rows of `programs` are as the programs answer that `npm run conformance` asks.
describe.each(Object.entries(table) as [string, Row[]][])('%s', (_, rows) => {
  it.each(rows)('%s, %j at %s: %s, %s', (name, rules, url, allowed, because) => {
    const dialect = findDialect(name) as NonNullable<ReturnType<typeof findDialect>>;
    const verdict = explain(compile(parse(`User-agent: *\n${rules}\n`, { dialect }), 'FooBot'), url);
    expect([verdict.allowed, verdict.because]).toEqual([allowed, because]);
  });
});

it('protego allows robots.txt itself, and only in the root', () => {
  const dialect = findDialect('protego') as NonNullable<ReturnType<typeof findDialect>>;
  const because = (url: string) => explain(compile(parse('', { dialect }), 'FooBot'), url).because;
  expect(['/robots.txt', '/a/robots.txt', '/a'].map(because)).toEqual([
    'robots-txt-itself',
    'no-group',
    'no-group',
  ]);
});

it('temoto tells why it rejects a file', () => {
  const dialect = findDialect('temoto') as NonNullable<ReturnType<typeof findDialect>>;
  const note = (body: string) => explain(compile(parse(body, { dialect }), 'FooBot'), '/').note;
  expect(note('User-agent: *\nCrawl-delay: x\n')).toBe('a crawl-delay is not a number of seconds');
  expect(note('Disallow: /\n')).toBe('a rule or crawl-delay comes before any user-agent record');
});
