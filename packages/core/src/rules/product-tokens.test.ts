import { describe, expect, it } from 'vitest';
import { productTokens } from './product-tokens.ts';

describe('RFC 9309 §2.2.1: product tokens of a User-Agent header', () => {
  it.each([
    ['Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)', ['ExampleBot']],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36',
      ['bingbot'],
    ],
    [
      'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      ['Googlebot'],
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
      ['Applebot'],
    ],
    ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/)', ['Slurp']],
    ['Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)', ['MJ12bot']],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/119.0 Safari/537.36 SomeBot/1.0',
      ['SomeBot'],
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0', []],
    ['Googlebot-Image/1.0', ['Googlebot-Image']],
    ['CCBot/2.0 (https://commoncrawl.org/faq/)', ['CCBot']],
    ['DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)', ['DuckDuckBot']],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', ['facebookexternalhit']],
    ['FooBot/1.0 libwww/2.17', ['FooBot']],
    ['FooBot', ['FooBot']],
    ['008/0.83', ['008']],
    ['', []],
    ['((((', []],
    ['éBot/1.0', []],
    ['Foo:Bot/1.0', []],
    ['.FooBot/1.0', []],
    ['(FooBot)BarBot/1.0', ['BarBot']],
    ['FooBot(a)BarBot/1.0', ['FooBot']],
    [') FooBot', ['FooBot']],
    ['Mozilla/5.0 (compatible; FooBot/1.0', ['FooBot']],
    ['Mozilla/5.0 (compatible; FooBot) BarBot/1.0 FooBot/1.0', ['FooBot', 'BarBot']],
    ['Mozilla/5.0 (compatible; https://example.com/FooBot/1.0)', []],
    ['Mozilla/5.0 (X11; FooBot; BarBot/x; 1.0)', []],
    ['Mozilla/5.0 (compatible; A/1 (nested; B/2); C/3)', ['A', 'B', 'C']],
  ])('%s', (header, expected) => {
    expect(productTokens(header)).toEqual(expected);
  });

  it('refuses what is not a string', () => {
    expect(() => productTokens(7 as unknown as string)).toThrow(TypeError);
  });
});
