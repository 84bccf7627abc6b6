/** Tests that the tokens of a file are those of its groups, regardless of the crawlers that earlier files named. */
import { runs } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { namedTokens } from './named-tokens.ts';

const octets = fc.constantFrom(...[0x41, 0x61, 0x7a, 0x25, 0x45, 0x39, 0x2a, 0x2f, 0xe9, 0xc3, 0xa9, 0x20]);
const value = fc.oneof(
  fc.constantFrom('GPTBot', 'gptbot', 'Caf%E9', '*', '', 'b'.repeat(80)).map((text) => Buffer.from(text)),
  fc.array(octets, { maxLength: 5 }).map((each) => Buffer.from(each)),
  // More tokens than the cache keeps.
  fc.nat(5_000).map((number) => Buffer.from(`bot${number}`)),
);

it('are those of its groups, each once, whatever its spelling', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), (values) => {
      const lines = values.map((each) =>
        Buffer.concat([Buffer.from('User-agent: '), each, Buffer.from('\n')]),
      );
      const document = parse(Buffer.concat(lines));
      const all = document.groups.flatMap(({ productTokens }) => productTokens);
      const byName = new Map<string, string>();
      for (const token of all.filter((each) => each !== '' && each !== '*')) {
        const compared = token.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        if (!byName.has(compared)) byName.set(compared, token);
      }
      expect(namedTokens(document)).toEqual({
        tokens: [...byName.values()],
        compared: [...byName.keys()],
        hasStar: all.includes('*'),
      });
    }),
    { numRuns: runs(2_000) },
  );
});
