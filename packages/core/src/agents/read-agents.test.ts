import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { agents, nearestTokens, registryWith, resolveCrawler } from './index.ts';

const own = { token: 'FooBot-News', operator: 'Foo', source: 'https://foo.example/bot', asOf: '2026-11-22' };
const isDescribed = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('../../../../spec/schema/agents.json', import.meta.url), 'utf8')),
);

describe('registryWith: your own crawlers', () => {
  it('come before those of the registry', () => {
    const registry = registryWith([
      { ...own, fallbackTokens: ['FooBot'] },
      { ...own, token: 'googlebot-image' },
    ]);
    expect(resolveCrawler('foobot-news', {}, registry).known?.fallbackTokens).toEqual(['FooBot']);
    expect(resolveCrawler('Googlebot-Image', {}, registry).known?.fallbackTokens).toEqual([]);
    expect(resolveCrawler('AdsBot-Google', {}, registry).known?.appliesStar).toBe(false);
  });

  it.each([
    [{}, /^\$: expected a list/],
    [[7], /^\[0\]: expected a profile/],
    [[own, null], /^\[1\]: expected a profile/],
    [[{ ...own, token: 'Foo Bot' }], /^\[0\]\.token: expected a product token/],
    [[{ ...own, token: 7 }], /^\[0\]\.token: /],
    [[{ token: 'a', source: own.source, asOf: own.asOf }], /^\[0\]\.operator: it is missing/],
    [[{ ...own, source: 'here' }], /^\[0\]\.source: expected a URL/],
    [[{ ...own, asOf: 'today' }], /^\[0\]\.asOf: expected a day/],
    [[{ ...own, fallbackTokens: 'FooBot' }], /^\[0\]\.fallbackTokens: expected a list/],
    [[{ ...own, fallbackTokens: ['a', 'b c'] }], /^\[0\]\.fallbackTokens: expected a list/],
    [[{ ...own, appliesStar: 'no' }], /^\[0\]\.appliesStar: expected true or false/],
    [[{ ...own, purposes: ['fun'] }], /^\[0\]\.purposes: expected a list, each one of "search"/],
    ...[
      'google.com',
      [{ kind: 'hash', url: own.source }],
      [{ kind: 'ip-ranges', url: own.source }],
      [{ kind: 'ip-ranges', url: own.source, format: 'xml' }],
      [{ kind: 'ip-ranges', url: own.source, format: 'list', extra: 1 }],
      [{ kind: 'reverse-dns', suffixes: ['foo.example'] }],
      [{ kind: 'reverse-dns', suffixes: [] }],
      [{ kind: 'signature', cardUrl: own.source }],
      [null],
    ].map((verification): [object[], RegExp] => [
      [{ ...own, verification }],
      /^\[0\]\.verification: expected a list, each a way such as \{ "kind": "ip-ranges"/,
    ]),
    [[{ ...own, fallback: [] }], /^\[0\]: unknown member "fallback", expected one of token/],
  ])('%j: %s', (value, message) => {
    expect(() => registryWith(value)).toThrow(message);
    expect(isDescribed(value)).toBe(false);
  });

  it('takes the profiles of the registry as they are', () => {
    const whole = JSON.parse(JSON.stringify(agents));
    expect(registryWith(whole).agents).toEqual(agents);
    expect(isDescribed(whole)).toBe(true);
  });

  it('names the other record with the same token', () => {
    expect(() => registryWith([own, { ...own, token: 'FOOBOT-news' }])).toThrow(
      /^\[1\]\.token: expected a token other than that of \[0\]/,
    );
  });

  it('is as its schema describes it', () => {
    const whole = {
      ...own,
      title: 'Foo News',
      purposes: ['search', 'training'],
      fallbackTokens: ['FooBot'],
      appliesStar: false,
      starExtras: ['crawl-delay'],
      verification: [
        { kind: 'ip-ranges', url: 'https://foo.example/ips', format: 'jafar' },
        { kind: 'reverse-dns', suffixes: ['.foo.example', '.foo-bot.example'] },
        { kind: 'signature', signatureAgent: 'https://foo.example' },
        { kind: 'signature', signatureAgent: 'https://foo.example', cardUrl: 'https://foo.example/card' },
      ],
      obeys: 'yes',
      note: 'x',
    };
    expect(isDescribed([whole])).toBe(true);
    expect(() => registryWith([whole])).not.toThrow();
  });
});

it('describes the records of the registry itself', () => {
  const records = agents.map(({ dialect, dialectBasis, followsOtherSearchBots, ...record }) => record);
  expect(isDescribed(records)).toBe(true);
  expect(registryWith(records).agents).toHaveLength(agents.length);
  expect(registryWith([])).toBe(registryWith([]));
  expect({ ...registryWith([]) }.agents).toHaveLength(agents.length);
});

it.each([
  ['Goglebot', ['Googlebot']],
  ['gptbt', ['GPTBot']],
  ['Googlebot', []],
  ['FooBot', []],
  ['goo', []],
  ['google', ['Googlebot', 'Google-CWS', 'GoogleOther']],
  ['SomethingElseEntirely', []],
])('nearestTokens of %s are %s', (word, tokens) => {
  expect(nearestTokens(word)).toEqual(tokens);
});
