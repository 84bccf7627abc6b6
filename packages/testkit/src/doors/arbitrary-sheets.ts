/** Generates questions for all doors. Their answers depend on crawler names more than on patterns. */
import fc from 'fast-check';
import type { AgentProfile } from 'robots-exclusion/agents';
import { dialects } from 'robots-exclusion/dialects';
import type { DoorSheet } from './door.ts';

/** Names that are not in the registry, and spellings that people use. */
const LITERAL_NAMES = [
  'FooBot',
  'foobot',
  'BarBot/2.1',
  '*',
  'MJ12bot',
  'GPTBot',
  'googlebot',
  'BINGBOT/2.0',
];

const LISTS: readonly (readonly string[])[] = [
  ['FooBot', 'BarBot'],
  ['Googlebot-Image', 'Googlebot'],
  ['Googlebot-News'],
  ['FooBot-News', 'FooBot'],
];

const HEADERS = [
  'Mozilla/5.0 (compatible; FooBot/1.0; +https://foo.example/bot)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'AdsBot-Google (+http://www.google.com/adsbot.html)',
  'FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)',
];

/** Pieces of rules and of targets. Both use the same pieces, so that rules match. */
const PATHS = ['/', '/a', '/a/', '/a/b', '/b', '/b?c=d', '/%61', '/é', '/a$', '/robots.txt', '/*b', '/a/*'];

const STATEMENTS = [
  'Content-Usage: train-ai=n',
  'Content-Usage: /a train-ai=y, search=n',
  'Content-Usage: ai-use=n, search=y',
  'Content-Usage: Train-AI=n',
  'Content-Signal: search=yes, ai-train=no',
  'Content-Signal: /b ai-input=no, use=reference',
  'Crawl-delay: 5',
  'DisallowAITraining: /a',
  'Sitemap: https://example.com/sitemap.xml',
];

const FIELDS: readonly Readonly<Record<string, string>>[] = [
  { 'content-usage': 'train-ai=n' },
  { 'content-usage': 'search=y, ai-use=n', 'x-robots-tag': 'noai' },
  { 'x-robots-tag': 'GPTBot: noai, noimageai', 'tdm-reservation': '1' },
  {
    'tdm-reservation': '0',
    link: '<https://example.com/rsl.xml>; rel="license"; type="application/rsl+xml"',
  },
];

const TDMREPS: readonly string[] = [
  '[{"location":"/","tdm-reservation":1}]',
  '[{"location":"/a","tdm-reservation":1,"tdm-policy":"https://example.com/p"},{"location":"*","tdm-reservation":0}]',
  '{"location":"/"}',
];

/** Tokens of crawlers whose groups depend on the registry and not on RFC 9309 alone. */
function tellingTokens(agents: readonly AgentProfile[]): readonly string[] {
  return agents
    .filter(
      ({ fallbackTokens, appliesStar, fetches }) => fallbackTokens.length > 0 || !appliesStar || !fetches,
    )
    .map(({ token }) => token);
}

/** Returns the sheets and, after them, copies of some sheets with a dialect, so that `count` dialects are tested. */
export function inEachDialect(sheets: readonly DoorSheet[], count = dialects.length): readonly DoorSheet[] {
  const named = dialects.slice(0, count).map(({ name }, at) => {
    const sheet = sheets[at % sheets.length] as DoorSheet;
    return { ...sheet, dialect: name };
  });
  return [...sheets, ...named];
}

export function arbitrarySheet(agents: readonly AgentProfile[]): fc.Arbitrary<DoorSheet> {
  const known = fc.constantFrom(...agents.map(({ token }) => token));
  const telling = fc.constantFrom(...tellingTokens(agents));
  const fallback = fc.constantFrom(...new Set(agents.flatMap(({ fallbackTokens }) => fallbackTokens)));
  const header = fc.constantFrom(...HEADERS, ...agents.flatMap(({ exampleUserAgents }) => exampleUserAgents));
  const name = fc.oneof(
    { weight: 6, arbitrary: telling },
    { weight: 3, arbitrary: known },
    { weight: 3, arbitrary: fc.constantFrom<string | readonly string[]>(...LITERAL_NAMES, ...LISTS) },
    { weight: 2, arbitrary: header },
  );
  const groupToken = fc.oneof(
    { weight: 4, arbitrary: fallback },
    { weight: 3, arbitrary: telling },
    { weight: 2, arbitrary: fc.constantFrom('FooBot', 'BarBot', 'GPTBot') },
    { weight: 4, arbitrary: fc.constant('*') },
  );
  const rule = fc
    .tuple(fc.constantFrom('Allow', 'Disallow', 'Disallow'), fc.constantFrom('', ...PATHS))
    .map(([kind, path]) => `${kind}: ${path}`);
  const line = fc.oneof(
    { weight: 4, arbitrary: rule },
    { weight: 1, arbitrary: fc.constantFrom(...STATEMENTS) },
  );
  const group = fc
    .tuple(fc.array(groupToken, { minLength: 1, maxLength: 2 }), fc.array(line, { maxLength: 4 }))
    .map(([tokens, lines]) => [...tokens.map((token) => `User-agent: ${token}`), ...lines].join('\n'));
  const robots = fc
    .tuple(fc.array(fc.constantFrom(...STATEMENTS), { maxLength: 1 }), fc.array(group, { maxLength: 4 }))
    .map(([loose, groups]) => [...loose, ...groups, ''].join('\n'));
  const literal = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constant({ literal: true }) },
  );
  const dialect = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...dialects).map(({ name }) => ({ dialect: name })),
    },
  );
  const page = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...FIELDS).map((headers) => ({ headers })) },
    { weight: 1, arbitrary: fc.constantFrom(...TDMREPS).map((tdmrep) => ({ tdmrep })) },
  );
  const status = fc.oneof(
    { weight: 6, arbitrary: fc.constant(200) },
    { weight: 1, arbitrary: fc.constantFrom(404, 503) },
  );
  const agent = fc.uniqueArray(name, {
    minLength: 8,
    maxLength: 8,
    selector: (one) => [one].flat().join().toLowerCase(),
  });
  const paths = fc.uniqueArray(fc.constantFrom(...PATHS, '/x', '//a', '/a/../b', '/b%2Fc'), {
    minLength: 6,
    maxLength: 6,
  });
  return fc
    .tuple(robots, status, agent, paths, literal, dialect, page)
    .map(([body, code, names, targets, asked, read, stated]) => ({
      robots: body,
      status: code,
      agents: names,
      paths: targets,
      ...asked,
      ...read,
      ...stated,
    }));
}
