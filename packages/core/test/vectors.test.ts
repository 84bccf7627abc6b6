/** Tests every vector of `spec/rfc9309` through all three entry points and the slow oracle. */
import {
  bodyOf,
  checkAll,
  isWholeRun,
  readVectors,
  slowVerdict,
  type Vector,
} from '@robots-exclusion/testkit';
import { compile, explain, isAllowed, parse, productTokens } from 'robots-exclusion';
import { expect, it } from 'vitest';

/** The limit that the vectors assume (spec/README.md). */
const maxBytes = 512_000;

for (const { name, title, vectors } of readVectors('rfc9309')) {
  const nameOf = ({ clause, id, why }: Vector): string => `${clause} ${id}: ${why}`;
  it(`${name}: ${title}`, () =>
    checkAll(vectors, nameOf, (vector) => {
      const body = bodyOf(vector);
      const rules = compile(parse(body, { maxBytes }), vector.agent);
      const verdict = explain(rules, vector.url);
      expect(verdict.allowed).toBe(vector.allow);
      expect(rules.allows(vector.url)).toBe(vector.allow);
      expect(isAllowed(body, vector.agent, vector.url, { maxBytes })).toBe(vector.allow);
      // The oracle is slow with long files.
      if (isWholeRun || body.length < 20_000)
        expect(slowVerdict(body, tokensOf(vector), vector.url, maxBytes).allowed).toBe(vector.allow);
      if (vector.because !== undefined) expect(verdict.because).toBe(vector.because);
      if (vector.line !== undefined) expect(verdict.rule?.line).toBe(vector.line);
    }));
}

/** The oracle takes only tokens, so the library extracts the tokens from full User-Agent headers. */
function tokensOf({ agent }: Vector): string[] {
  return [agent].flat().flatMap((token) => (/[\s(]/.test(token.trim()) ? productTokens(token) : [token]));
}
