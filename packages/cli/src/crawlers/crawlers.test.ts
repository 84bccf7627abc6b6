import { describe, expect, it } from 'vitest';
import { crawlerOfHeader, crawlersOf } from './crawlers.ts';

describe('crawlersOf', () => {
  it.each([
    [[], [['*']]],
    [['*'], [['*']]],
    [['FooBot'], [['FooBot']]],
    [['FooBot/1.0'], [['FooBot/1.0']]],
    [
      ['A, B', 'C'],
      [['A', 'B'], ['C']],
    ],
    [['Mozilla/5.0 (compatible; FooBot/1.0; a, b)'], [['FooBot']]],
    [['FooBot/1.0 libwww/2.0'], [['FooBot']]],
  ])('%j', (values, tokens) => {
    expect(crawlersOf(values, false).map((crawler) => crawler.tokens)).toEqual(tokens);
  });

  it.each(['', ' ', ',', 'A,', '/1.0', '(x)', 'Mozilla/5.0 (X11; Linux)'])('refuses %j', (value) => {
    expect(() => crawlersOf([value], false)).toThrow(
      `--agent ${JSON.stringify(value)}: expected a product token`,
    );
  });
});

describe('crawlerOfHeader', () => {
  it.each([
    ['FooBot', ['FooBot']],
    ['FooBot/1.0', ['FooBot']],
    ['GPTBot/1.2', ['GPTBot']],
    ['FooBot/1.0 (+https://foo.example/bot)', ['FooBot']],
    ['Mozilla/5.0 (compatible; FooBot/1.0; BarBot/2)', ['FooBot', 'BarBot']],
    ['Mozilla/5.0 (X11; Linux)', undefined],
    ['*', undefined],
    ['FooBot,BarBot', undefined],
    ['é', undefined],
  ])('%j', (header, tokens) => {
    expect(crawlerOfHeader(header, false)?.tokens).toEqual(tokens);
  });
});
