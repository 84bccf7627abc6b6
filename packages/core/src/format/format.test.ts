import {
  arbitraryMutation,
  arbitraryQuestion,
  bodyOf,
  corpusFolder,
  needsCorpus,
  readVectors,
  runs,
  sampleCorpus,
  slowVerdict,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { format } from './format.ts';

describe('format', () => {
  it.each([
    ['spells names and spaces alike', 'USER-AGENT:*\n  disallow :  /a  \n', 'User-agent: *\nDisallow: /a\n'],
    [
      'spells names as their specifications do',
      'content-usage: a=n\ncontent-signal: search=yes\ncrawl-delay: 1\n',
      'Content-Usage: a=n\nContent-Signal: search=yes\nCrawl-delay: 1\n',
    ],
    ['keeps comments', '#a\nAllow:/ # b \n  # c\n', '#a\nAllow: /  # b\n# c\n'],
    ['keeps unknown names and unreadable lines', 'fooBar :x\nnonsense  #c\n', 'fooBar: x\nnonsense  #c\n'],
    ['writes an empty value without a space', 'disallow:\t\n', 'Disallow:\n'],
    ['keeps one blank line of several', '\n\nAllow: /a\n\n\nAllow: /b\n\n', 'Allow: /a\n\nAllow: /b\n'],
    [
      'puts one before a group and its comments',
      'Sitemap: x\n# g\nUser-agent: a\nUser-agent: b\nAllow: /\nUser-agent: c',
      'Sitemap: x\n\n# g\nUser-agent: a\nUser-agent: b\nAllow: /\n\nUser-agent: c\n',
    ],
    [
      'puts one before what belongs to no group, and its comments',
      'User-agent: a\nDisallow: /a\n# map\nSitemap: x\nHost: y\n# c\nClean-param: z\nUser-agent: b\nAllow: /\nSitemap: w',
      'User-agent: a\nDisallow: /a\n\n# map\nSitemap: x\nHost: y\n# c\nClean-param: z\n\nUser-agent: b\nAllow: /\n\nSitemap: w\n',
    ],
    [
      'adds none where the group goes on behind it, nor within a run of user-agent records',
      'User-agent: a\nDisallow: /a\nSitemap: x\nDisallow: /b\n\nUser-agent: c\nSitemap: y\nUser-agent: d\nAllow: /\n',
      'User-agent: a\nDisallow: /a\nSitemap: x\nDisallow: /b\n\nUser-agent: c\nSitemap: y\nUser-agent: d\nAllow: /\n',
    ],
    [
      'adds none inside a group',
      'User-agent: a\nAllow: /\nDisallow: /b\n',
      'User-agent: a\nAllow: /\nDisallow: /b\n',
    ],
    [
      'keeps CR LF where it prevails',
      'Allow:/a\r\nAllow:/b\r\nAllow:/c\n',
      'Allow: /a\r\nAllow: /b\r\nAllow: /c\r\n',
    ],
    ['keeps CR where it prevails', 'Allow:/a\rAllow:/b\r', 'Allow: /a\rAllow: /b\r'],
    ['writes LF where as many lines end with CR LF', 'Allow:/a\r\nAllow:/b\n', 'Allow: /a\nAllow: /b\n'],
    [
      'counts CR LF as one line end, not as a CR',
      'Allow:/a\r\nAllow:/b\r\nAllow:/c\r',
      'Allow: /a\r\nAllow: /b\r\nAllow: /c\r\n',
    ],
    ['prefers CR LF to as many CRs', 'Allow:/a\r\nAllow:/b\r', 'Allow: /a\r\nAllow: /b\r\n'],
    [
      'keeps CR where it prevails over CR LF',
      'Allow:/a\r\nAllow:/b\rAllow:/c\r',
      'Allow: /a\rAllow: /b\rAllow: /c\r',
    ],
    ['ends a comment at CR', 'Allow:/a #b\rAllow:/c #d\r', 'Allow: /a  #b\rAllow: /c  #d\r'],
    ['trims a comment at its end', 'Allow:/a # b \t \nAllow:/c', 'Allow: /a  # b\nAllow: /c\n'],
    ['keeps a comment at the end of the file', 'Allow:/a #b', 'Allow: /a  #b\n'],
    ['trims a comment at the end of the file', 'Allow:/a # b \t', 'Allow: /a  # b\n'],
    [
      'keeps a run of user-agent records together, whatever records are in it',
      'User-agent: c\nCrawl-delay: 1\nSitemap: y\nUser-agent: d\nAllow: /\n',
      'User-agent: c\nCrawl-delay: 1\nSitemap: y\nUser-agent: d\nAllow: /\n',
    ],
    [
      'keeps a run of user-agent records together around a preference, which is no rule by RFC 9309',
      'User-agent: c\nContent-Usage: train-ai=n\nUser-agent: d\nAllow: /\n',
      'User-agent: c\nContent-Usage: train-ai=n\nUser-agent: d\nAllow: /\n',
    ],
    [
      'puts one before a sitemap that a blank line parts from the rest of its group',
      'User-agent: a\nDisallow: /a\nSitemap: x\n\nDisallow: /b\n',
      'User-agent: a\nDisallow: /a\n\nSitemap: x\n\nDisallow: /b\n',
    ],
    [
      'puts one before a sitemap below a rule that begins the file',
      'Disallow: /a\nSitemap: x\n',
      'Disallow: /a\n\nSitemap: x\n',
    ],
    [
      'adds none before a sitemap that begins the file',
      'Sitemap: x\nUser-agent: a\nAllow: /\n',
      'Sitemap: x\n\nUser-agent: a\nAllow: /\n',
    ],
    ['drops a byte order mark', '\ufeffAllow:/', 'Allow: /\n'],
    ['makes nothing of nothing', '', ''],
    ['makes nothing of blank lines', ' \n\t\r\n', ''],
  ])('%s', (_, body, expected) => {
    expect(format(body)).toBe(expected);
  });

  it('keeps octets that are not valid UTF-8', () => {
    const body = Uint8Array.of(...Buffer.from('Disallow:/'), 0xe9, 0x0a);
    expect([...format(body)]).toEqual([...Buffer.from('Disallow: /'), 0xe9, 0x0a]);
  });

  const MARK = [0xef, 0xbb, 0xbf];
  it.each([
    ['a second mark', [...MARK, 0x61], MARK],
    ['a mark of UTF-16, little endian', [0xff, 0xfe, 0x61], MARK],
    ['a mark of UTF-16, big endian', [0xfe, 0xff, 0x61], MARK],
    ['half a mark', [0xff, 0x61], []],
    ['the other half', [0xfe, 0x61], []],
    ['half a mark twice', [0xff, 0xff, 0x61], []],
    ['the other half twice', [0xfe, 0xfe, 0x61], []],
    ['its second octet behind another', [0x61, 0xfe], []],
    ['the other second octet behind another', [0x61, 0xff], []],
  ])('RFC 9309 §2.2: with a mark before %s, reads the same text afterwards', (_, line, mark) => {
    expect([...format(Uint8Array.of(...MARK, ...line))]).toEqual([...mark, ...line, 0x0a]);
  });

  it('formats a body of any length whole', () => {
    const body = 'disallow:/a\n'.repeat(100_000);
    expect(format(body)).toHaveLength('Disallow: /a\n'.length * 100_000);
  });
});

/** Checks properties that hold for any input, including `\ufeff\ufeff` and lone surrogates. */
function expectLaws({ body, tokens, target }: { body: Uint8Array; tokens: string[]; target: string }): void {
  const formatted = format(body);
  expect([...format(formatted)]).toEqual([...formatted]);
  const { line: _, ...before } = slowVerdict(body, tokens, target);
  const { line: __, ...after } = slowVerdict(formatted, tokens, target);
  expect(after).toEqual(before);
  const values = (octets: Uint8Array) => parse(octets).records.map(({ kind, value }) => [kind, value]);
  expect(values(formatted)).toEqual(values(body));
}

describe('RFC 9309 §2.2: formatting keeps every verdict and every record, and is done once', () => {
  it('for generated files', () => {
    fc.assert(fc.property(arbitraryQuestion, expectLaws), { numRuns: runs(5_000) });
  });

  it('for mutated vectors', () => {
    const seeds = readVectors('rfc9309')
      .flatMap(({ vectors }) => vectors.map(bodyOf))
      .filter(({ length }) => length < 5_000);
    fc.assert(fc.property(arbitraryMutation(seeds), expectLaws), { numRuns: runs(5_000) });
  });

  const corpus = corpusFolder();
  it('for real files', needsCorpus(), () => {
    for (const { body } of sampleCorpus(corpus as string).filter(
      ({ body: { length } }) => length < 512_000,
    )) {
      expectLaws({ body, tokens: ['Googlebot'], target: '/search?q=1' });
    }
  });
});
