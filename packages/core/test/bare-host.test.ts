/** Tests the library on a host without an encoder, decoder or URL, and with octets from another realm. */

import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { arbitraryQuestion, runs } from '@robots-exclusion/testkit';
import { build } from 'esbuild';
import fc from 'fast-check';
import * as core from 'robots-exclusion';
import { beforeAll, describe, expect, it } from 'vitest';

const INDEX = fileURLToPath(new URL('../src/index.ts', import.meta.url));
const FORMAT = fileURLToPath(new URL('../src/format/index.ts', import.meta.url));

type Library = typeof core & { format: (body: string) => string };
let bare: Library;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from '${INDEX}'; export { format } from '${FORMAT}';`,
      resolveDir: '/',
      loader: 'ts',
    },
    bundle: true,
    format: 'iife',
    globalName: 'library',
    write: false,
  });
  const context = createContext({});
  runInContext(`${outputFiles[0]?.text}; globalThis.library = library;`, context);
  bare = context['library'] as Library;
});

describe('a host with nothing but ECMAScript', () => {
  it('has none of the optional globals', () => {
    expect(runInContext('[typeof TextEncoder, typeof TextDecoder, typeof URL]', createContext({}))).toEqual(
      Array(3).fill('undefined'),
    );
  });

  it('gives the same verdicts, of strings and of octets that another realm made', () => {
    fc.assert(
      fc.property(arbitraryQuestion, ({ body, tokens, target }) => {
        const octets = typeof body === 'string' ? new TextEncoder().encode(body) : body;
        const expected = core.explain(core.compile(core.parse(octets), tokens), target);
        const rules = bare.compile(bare.parse(octets), tokens);
        const verdict = bare.explain(rules, target);
        expect(JSON.parse(JSON.stringify(verdict))).toEqual(JSON.parse(JSON.stringify(expected)));
        expect(bare.isAllowed(octets, tokens, target)).toBe(expected.allowed);
        // The ninth question and those after it are answered by the compiled form.
        for (let asked = 0; asked < 10; asked++) expect(rules.allows(target)).toBe(expected.allowed);
      }),
      { numRuns: runs(2_000, 40) },
    );
  });

  it.each(['', 'é', '漢字', '🤖', '\ud800', 'a\udc00b', '\uFEFFx'])('encodes and decodes %j', (text) => {
    const body = `User-agent: *\nDisallow: /${text}\n`;
    const { records, diagnostics } = core.parse(body);
    const found = bare.parse(body);
    expect(JSON.stringify([found.records, found.diagnostics])).toBe(JSON.stringify([records, diagnostics]));
    expect(bare.isAllowed(body, 'x', `https://example.com/${text}`)).toBe(
      core.isAllowed(body, 'x', `https://example.com/${text}`),
    );
  });

  it('decodes ill-formed octets alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (value) => {
        const body = Uint8Array.of(...new TextEncoder().encode('Disallow: /'), ...value);
        const values = (library: typeof core): readonly string[] =>
          library.parse(body).records.map((record) => record.value);
        expect([...values(bare)]).toEqual(values(core));
      }),
      { numRuns: runs(2_000, 40) },
    );
  });

  it('formats strings', () => {
    expect(bare.format('user-agent:*\ndisallow:/é')).toBe('User-agent: *\nDisallow: /é\n');
  });

  it('refuses what has no host', () => {
    expect(() => bare.isAllowed('', 'x', 'https://')).toThrow(/^Cannot read target/);
  });
});
