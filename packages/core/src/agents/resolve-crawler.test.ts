import { describe, expect, it } from 'vitest';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import { isAllowed } from '../index.ts';
import { parse } from '../parse/parse.ts';
import { crawlDelay } from '../records/index.ts';
import { aiTrainingRule, contentSignals, usagePreferences, usageReport } from '../usage/index.ts';
import { agents, crawlerNote, hasTokens, resolveCrawler } from './index.ts';

describe('resolveCrawler: names to what compile takes', () => {
  it.each([
    ['FooBot', ['FooBot'], undefined],
    [' FooBot/1.0 ', ['FooBot/1.0'], undefined],
    ['*', ['*'], undefined],
    ['A, B', ['A', 'B'], undefined],
    [['A', 'B'], ['A', 'B'], undefined],
    ['googlebot-image', ['googlebot-image'], 'Googlebot-Image'],
    ['Googlebot-Image/1.0', ['Googlebot-Image/1.0'], 'Googlebot-Image'],
    [['Googlebot-Image'], ['Googlebot-Image'], 'Googlebot-Image'],
    // A crawler with two tokens uses both.
    ['Googlebot-Image,Googlebot', ['Googlebot-Image', 'Googlebot'], undefined],
    // A token must match a known one completely.
    ['Googlebot-Foo', ['Googlebot-Foo'], undefined],
    ['Mozilla/5.0 (compatible; FooBot/1.0; a, b)', ['FooBot'], undefined],
    [
      'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
      ['FeedFetcher-Google'],
      'FeedFetcher-Google',
    ],
    ['Mozilla/5.0 (X11; Linux)', [], undefined],
  ] as const)('%j', (name, tokens, known) => {
    const crawler = resolveCrawler(name);
    expect([crawler.tokens, crawler.known?.token]).toEqual([tokens, known]);
    expect(crawler.isLiteral).toBe(known === undefined);
    const literal = resolveCrawler(name, { literal: true });
    expect([literal.who, literal.isLiteral]).toEqual([tokens, true]);
  });

  it('knows every header that the registry shows', () => {
    for (const agent of agents) {
      for (const header of agent.exampleUserAgents.filter((one) => one.includes('('))) {
        expect(resolveCrawler(header).known?.token, header).toBe(agent.token);
      }
    }
  });

  it.each(['', ' ', ',', 'A,', '/1.0', '*Bot', '(x)', 'Mozilla/5.0 (X11; Linux)'])(
    '%j has no token',
    (name) => {
      expect(hasTokens(resolveCrawler(name))).toBe(false);
    },
  );

  it.each([undefined, 7, [1], {}])('refuses %j', (name) => {
    expect(() => resolveCrawler(name as never)).toThrow(TypeError);
  });
});

const EXCEPTION = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /\n';

describe('crawlerNote: what of an answer rests on the registry', () => {
  const noteOf = (body: string, name: string, literal = false) =>
    crawlerNote(parse(body), resolveCrawler(name, { literal }));

  it('names the group that is followed, and who says so', () => {
    expect(noteOf(EXCEPTION, 'Googlebot-Image')).toEqual({
      token: 'Googlebot-Image',
      followsGroup: 'Googlebot',
      note: 'Googlebot-Image follows the group of Googlebot, as Google documents',
      source: expect.stringMatching(/^https:/),
    });
  });

  it('says that "*" does not bind', () => {
    expect(noteOf(EXCEPTION, 'AdsBot-Google')).toMatchObject({ exemptFromStar: true });
  });

  it('says what a bare token leaves out', () => {
    expect(noteOf(EXCEPTION, 'Googlebot-Image', true)).toMatchObject({
      literal: true,
      note: 'The bare token Googlebot-Image was requested; the crawler itself follows the group of Googlebot, as Google documents',
    });
  });

  it.each([
    ['a crawler that is named', EXCEPTION, 'googlebot'],
    ['a crawler that "*" binds', EXCEPTION, 'GPTBot'],
    ['an unknown one', EXCEPTION, 'FooBot'],
    ['no group for "*"', 'User-agent: Googlebot\nDisallow: /\n', 'AdsBot-Google'],
    ['an empty file', '', 'Googlebot-Image'],
  ])('is absent for %s', (_, body, name) => {
    expect(noteOf(body, name)).toBeUndefined();
    expect(noteOf(body, name, true)).toBeUndefined();
  });
});

describe('whatever compile takes', () => {
  const body = [
    'User-agent: *\nDisallow: /\nCrawl-delay: 7\nContent-Usage: train-ai=y\n',
    'User-agent: Googlebot\nDisallow: /b\nCrawl-delay: 3\nContent-Usage: train-ai=n',
    'Content-Signal: ai-train=no\nDisallowAITraining: /\n',
    'User-agent: bingbot\nAllow: /\n',
  ].join('\n');
  const document = parse(body);

  it.each(['Googlebot-Image', 'AdsBot-Google', 'Googlebot', 'bingbot', 'GPTBot', 'Google-Extended'])(
    'isAllowed, usagePreferences and usageReport answer for %s, URL by URL',
    (name) => {
      const { who } = resolveCrawler(name);
      for (const path of ['/', '/a', '/b', '/robots.txt', 'https://example.com/b/c']) {
        const { allowed } = explain(compile(document, who), path);
        expect(isAllowed(body, who, path)).toBe(allowed);
        expect(isAllowed(document, who, path)).toBe(allowed);
        expect(usageReport(document, who, path).access.allowed).toBe(allowed);
        expect(usagePreferences(document, who, path)['train-ai'] === 'not-applicable').toBe(!allowed);
      }
    },
  );

  it('takes records from the group that binds the crawler', () => {
    const image = resolveCrawler('Googlebot-Image').who;
    expect(usagePreferences(document, image, '/a')['train-ai']).toBe('disallow');
    expect(contentSignals(document, image, '/a')['ai-train']).toBe('disallow');
    expect(aiTrainingRule(document, image, '/a')?.stated).toBe('disallow');
    expect(crawlDelay(document, image)?.seconds).toBe(3);
  });

  it('takes none for a crawler that no group binds', () => {
    const ads = resolveCrawler('AdsBot-Google').who;
    expect(usagePreferences(document, ads, '/a')['train-ai']).toBe('unknown');
    expect(crawlDelay(document, ads)).toBeUndefined();
  });

  it('takes the delay of "*" for a crawler that documents it', () => {
    expect(crawlDelay(document, resolveCrawler('bingbot').who)?.seconds).toBe(7);
    expect(crawlDelay(document, resolveCrawler('bingbot').who, { alsoFromStar: false })).toBeUndefined();
    expect(crawlDelay(document, 'bingbot')).toBeUndefined();
  });

  it('keeps the owner of a purpose token whose crawler follows another group', () => {
    const extended = parse('User-agent: *\nAllow: /\n\nUser-agent: Google-Extended\nDisallow: /\n');
    const uses = (name: string) => usageReport(extended, resolveCrawler(name).who, '/a').uses['ai-training'];
    expect(uses('Googlebot').preference).toBe('disallow');
    expect(uses('Googlebot-Image').preference).toBe('disallow');
    expect(uses('GPTBot').preference).toBe('unknown');
  });

  it.each([
    { token: 'a' },
    { token: 'a', fallbackTokens: 'b', appliesStar: true },
    { token: 1, fallbackTokens: [], appliesStar: true },
  ])('never answers for one URL and throws for another: %j', (profile) => {
    for (const path of ['/a', '/robots.txt', '/b']) {
      for (const ask of [
        () => isAllowed(body, profile as never, path),
        () => compile(document, profile as never),
        () => usagePreferences(document, profile as never, path),
        () => usageReport(document, profile as never, path),
        () => crawlDelay(document, profile as never),
      ]) {
        expect(ask).toThrow(/^Cannot look up rules for /);
      }
    }
  });
});
