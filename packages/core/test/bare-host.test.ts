/** Tests the library on a host without an encoder, decoder or URL, and with octets from another realm. */

import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { arbitraryQuestion } from '@robots-exclusion/testkit';
import { build } from 'esbuild';
import fc from 'fast-check';
import * as core from 'robots-exclusion';
import * as encode from 'robots-exclusion/encode';
import { beforeAll, describe, expect, it } from 'vitest';

const INDEX = fileURLToPath(new URL('../src/index.ts', import.meta.url));
const ENCODE = fileURLToPath(new URL('../src/engine/encode.ts', import.meta.url));
const FORMAT = fileURLToPath(new URL('../src/format/index.ts', import.meta.url));

const here = { ...core, ...encode };

type Library = typeof here & { format: (body: string) => string };
let bare: Library;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from '${INDEX}'; export * from '${ENCODE}'; export { format } from '${FORMAT}';`,
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
        const expected = here.explain(here.compile(here.parse(octets), tokens), target);
        const verdict = bare.explain(bare.compile(bare.parse(octets), tokens), target);
        expect(JSON.parse(JSON.stringify(verdict))).toEqual(JSON.parse(JSON.stringify(expected)));
        expect(bare.isAllowed(octets, tokens, target)).toBe(expected.allowed);
        const encoded = bare.encodeRuleSet(bare.compile(bare.parse(octets), tokens));
        expect(here.decodeRuleSet(encoded).allows(target)).toBe(expected.allowed);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['', 'é', '漢字', '🤖', '\ud800', 'a\udc00b', '\uFEFFx'])('encodes and decodes %j', (text) => {
    const body = `User-agent: *\nDisallow: /${text}\n`;
    const { records, diagnostics } = here.parse(body);
    const found = bare.parse(body);
    expect(JSON.stringify([found.records, found.diagnostics])).toBe(JSON.stringify([records, diagnostics]));
    expect(bare.isAllowed(body, 'x', `https://example.com/${text}`)).toBe(
      here.isAllowed(body, 'x', `https://example.com/${text}`),
    );
  });

  it('decodes ill-formed octets alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (value) => {
        const body = Uint8Array.of(...new TextEncoder().encode('Disallow: /'), ...value);
        const values = (library: typeof here): readonly string[] =>
          library.parse(body).records.map((record) => record.value);
        expect([...values(bare)]).toEqual(values(here));
      }),
      { numRuns: 2_000 },
    );
  });

  it('formats strings', () => {
    expect(bare.format('user-agent:*\ndisallow:/é')).toBe('User-agent: *\nDisallow: /é\n');
  });

  it('refuses what has no host', () => {
    expect(() => bare.isAllowed('', 'x', 'https://')).toThrow(/^Cannot read target/);
  });
});
