import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../engine/compile.ts';
import { parse } from '../parse/parse.ts';
import { type Admission, admitCrawlers } from './admit.ts';

const keepOut = (text: string, ...tokens: string[]): string =>
  admitCrawlers(text, tokens, { admission: 'keep-out' });

describe('admitCrawlers', () => {
  it.each([
    ['an empty file', '', 'User-agent: A\nDisallow: /\n'],
    [
      'a last line without an end',
      'User-agent: *\nAllow: /',
      'User-agent: *\nAllow: /\n\nUser-agent: A\nDisallow: /\n',
    ],
    [
      'CRLF',
      'User-agent: *\r\nAllow: /\r\n',
      'User-agent: *\r\nAllow: /\r\n\r\nUser-agent: A\r\nDisallow: /\r\n',
    ],
    [
      'a group of its own, with its comment',
      'User-agent: *\nAllow: /\n\n# For A\nUser-agent: a\nAllow: /x\n',
      'User-agent: *\nAllow: /\n\nUser-agent: A\nDisallow: /\n',
    ],
    [
      'a group that names another crawler, too',
      'User-agent: A\nUser-agent: B\nAllow: /x\n',
      'User-agent: B\nAllow: /x\n\nUser-agent: A\nDisallow: /\n',
    ],
    [
      'a sitemap in its group',
      'User-agent: A\nAllow: /x\nSitemap: https://e.com/s.xml\n',
      'Sitemap: https://e.com/s.xml\n\nUser-agent: A\nDisallow: /\n',
    ],
    [
      'RFC 9309 §2.1: a last group without a rule stays a group of its own',
      '# File\nUser-agent: B\n',
      '# File\nUser-agent: A\nDisallow: /\n\nUser-agent: B\n',
    ],
  ])('%s', (_, before, after) => {
    expect(keepOut(before, 'A')).toBe(after);
  });

  it('lets in with what the group of "*" states about uses', () => {
    const text = 'User-agent: *\nContent-Usage: train-ai=n\nDisallow: /\n';
    expect(admitCrawlers(text, ['A', 'B'], { admission: 'let-in', comment: 'Welcome' })).toBe(
      `${text}\n# Welcome\nUser-agent: A\nUser-agent: B\nContent-Usage: train-ai=n\nAllow: /\n`,
    );
  });

  it.each(['A\nDisallow: /x', 'A\rAllow: /', 'A B', 'A\u2028', 'A#', ''])('writes no token %j', (token) => {
    for (const admission of ['keep-out', 'let-in'] as const)
      expect(() => admitCrawlers('', [token], { admission })).toThrow('Cannot write the product token');
  });

  it.each(['\n', '\r', '\r\n', '\u2028', '\u0085'])('begins no line but a comment behind %j', (end) => {
    const options = { admission: 'keep-out', comment: `For A${end}Allow: /` } as const;
    expect(admitCrawlers('', ['A'], options)).toBe('# For A\n# Allow: /\nUser-agent: A\nDisallow: /\n');
  });

  it('goes back to the rules of everybody', () => {
    const text = 'User-agent: *\nDisallow: /x\n';
    expect(admitCrawlers(keepOut(text, 'A'), ['A'], { admission: 'as-others' })).toBe(text);
  });

  it('does what it says to the crawlers that are named, and nothing to the others, in any file', () => {
    const line = fc.constantFrom(
      'User-agent: A',
      'user-agent: b/1.0',
      'User-agent: *',
      'User-agent: C',
      'Disallow: /',
      'Allow: /x',
      'Disallow: /x/y$',
      'Disallow:',
      'Crawl-delay: 5',
      'Sitemap: https://e.com/s',
      '# A comment',
      '',
      'Nonsense',
    );
    const file = fc
      .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n', '\r'))
      .map(([lines, end]) => lines.join(end));
    fc.assert(
      fc.property(file, fc.constantFrom<Admission>('keep-out', 'let-in', 'as-others'), (text, admission) => {
        const [before, after] = [text, admitCrawlers(text, ['A', 'B'], { admission })].map((one) =>
          parse(one),
        );
        for (const path of ['/', '/x', '/x/y', '/z']) {
          for (const other of ['C', 'D', '*'])
            expect(compile(after!, other).allows(path), other).toBe(compile(before!, other).allows(path));
          const wanted =
            admission === 'as-others'
              ? compile(before!, 'nobody-names-it').allows(path)
              : admission === 'let-in';
          for (const named of ['A', 'B']) expect(compile(after!, named).allows(path), named).toBe(wanted);
        }
      }),
    );
  });
});
