import { describe, expect, it } from 'vitest';
import { findAgent } from '../agents/index.ts';
import { google } from '../dialects/google.ts';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import { parse } from '../parse/parse.ts';
import type { CrawlerProfile } from './crawler-profile.ts';

const STAR = 'User-agent: *\nDisallow: /star\n';
const GOOGLEBOT = 'User-agent: Googlebot\nDisallow: /googlebot\n';
const IMAGE = 'User-agent: googlebot-image\nDisallow: /image\n';
const OTHER = 'User-agent: FooBot\nDisallow: /\n';

const rows: readonly (readonly [token: string, body: string, disallowed: string | undefined])[] = [
  ['Googlebot-Image', STAR + GOOGLEBOT + IMAGE, '/image'],
  ['Googlebot-Image', STAR + GOOGLEBOT + OTHER, '/googlebot'],
  ['Googlebot-Image', STAR + OTHER, '/star'],
  ['Googlebot-Image', OTHER, undefined],
  ['Applebot', STAR + GOOGLEBOT, '/googlebot'],
  ['AdsBot-Google', STAR + GOOGLEBOT, undefined],
  ['AdsBot-Google', `${STAR}User-agent: AdsBot-Google\nDisallow: /ads\n`, '/ads'],
  ['Storebot-Google', STAR + GOOGLEBOT, '/star'],
];

describe.each([undefined, google])('compile for an agent profile, dialect %#', (dialect) => {
  it.each(rows)('%s of %j', (token, body, disallowed) => {
    const profile = findAgent(token) as CrawlerProfile;
    const ruleSet = compile(parse(body, dialect ? { dialect } : {}), profile);
    const closed = ['/star', '/googlebot', '/image', '/ads', '/'].filter((path) => !ruleSet.allows(path));
    expect(closed).toEqual(disallowed === undefined ? [] : [disallowed]);
    expect(explain(ruleSet, '/x').because).toBe(disallowed === undefined ? 'no-group' : 'no-rule-matched');
  });
});

it('does not merge the groups of several tokens, as a list of tokens does', () => {
  const document = parse(STAR + GOOGLEBOT + IMAGE);
  const profile = findAgent('Googlebot-Image') as CrawlerProfile;
  expect(compile(document, profile).allows('/googlebot')).toBe(true);
  expect(compile(document, ['Googlebot-Image', 'Googlebot']).allows('/googlebot')).toBe(false);
});

it('refuses what is not a crawler', () => {
  expect(() => compile(parse(''), {} as CrawlerProfile)).toThrow(TypeError);
});

const profile = { token: 'FooBot', fallbackTokens: ['BarBot'], appliesStar: true };
it.each([
  { ...profile, token: 1 },
  { ...profile, fallbackTokens: undefined },
  { ...profile, fallbackTokens: 'BarBot' },
  { ...profile, fallbackTokens: ['BarBot', 1] },
  { ...profile, appliesStar: undefined },
  { ...profile, appliesStar: 'yes' },
])('refuses the profile %j in words', (broken) => {
  const expected =
    /^Cannot look up rules for .*: expected a profile with "token", "fallbackTokens" and "appl/;
  expect(() => compile(parse(''), broken as never)).toThrow(expected);
});
