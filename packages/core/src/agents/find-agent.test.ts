import { isWholeRun, runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { productTokens } from '../index.ts';
import { type AgentIndex, findIn, indexAgents } from './find-agent.ts';
import { agents, registryWith, resolveCrawler } from './index.ts';

/** Finds the expected crawler by searching for each pattern in order of preference. */
function slowly({ byToken, patterns }: AgentIndex, written: string): string | undefined {
  const header = written.trim().toLowerCase();
  const exact = byToken.get(header);
  if (exact) return exact.token;
  const isNamed = (text: string): boolean =>
    Array.from(header).some((_, at) => {
      const before = header.slice(0, at);
      const isWhole = !/[a-z0-9]$/.test(text) || !/^[a-z0-9_-]/.test(header.slice(at + text.length));
      const isAtStart = !/[a-z0-9_-]$/.test(before) && !/(?:like|following|compatible with) $/.test(before);
      const [word = ''] = /[^ \t;,()[\]"']*$/.exec(before) ?? [];
      const isInAddress = /:\/\/|@|www\./.test(word) || header[at + text.length] === '@';
      return header.startsWith(text, at) && isWhole && isAtStart && !isInAddress;
    });
  const found = patterns.find(({ text }) => isNamed(text));
  return found && byToken.get(found.token)?.token;
}

const own = (token: string, userAgentPatterns: string[]): object => ({
  ...{ token, userAgentPatterns, operator: 'Foo', source: 'https://foo.example/', asOf: '2026-11-22' },
});

it('a header names the crawler that a search of every pattern finds', () => {
  const index = registryWith([
    own('X', ['x']),
    own('+', ['+']),
    own('XY', ['xy', 'xyz/1']),
    own('Same', ['xy']),
  ]);
  const patterns = index.patterns.map(({ text }) => text);
  const piece = fc.oneof(
    fc.constantFrom(...patterns),
    fc.constantFrom(...patterns.map((text) => text.slice(0, -1))),
    fc.constantFrom(
      ' ',
      'like ',
      'following ',
      'compatible with ',
      '; ',
      '(compatible; ',
      '/1.0',
      'x',
      'xy',
      '+',
      'Mozilla/5.0 ',
      '-',
      '@',
      '+https://x.example/',
    ),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const header = pieces.join('');
      expect(findIn(index, header)?.token).toBe(slowly(index, header));
    }),
    { numRuns: runs(300) },
  );
});

it('every example of the registry names the crawler that a search of every pattern finds', () => {
  const index = indexAgents(agents);
  const some = agents.filter((_, at) => isWholeRun || at % 5 === 0);
  for (const { exampleUserAgents } of some)
    for (const header of exampleUserAgents) expect(findIn(index, header)?.token).toBe(slowly(index, header));
});

it('an empty comment at the end of a header changes none of its tokens', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'FooBot/1.0',
      ' (compatible; Bar/2)',
      '(',
      ')',
      ' ',
      '; ',
      '\\',
      'Mozilla/5.0 ',
      '+https://x.example',
      '/',
    ),
    fc.string({ maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const header = pieces.join('').trim();
      const { known, tokens } = resolveCrawler(`${header} ()`);
      if (!known) expect(tokens).toEqual(productTokens(header));
    }),
    { numRuns: runs(500) },
  );
});
