import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** The output of a bundler for a program that imports from the package. */
async function bundled(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: '/', loader: 'ts' },
    alias: { 'robots-exclusion': `${SOURCES}index.ts` },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const ASKED_OFTEN = `
  const rules = compile(parse('User-agent: *\\nDisallow: /x\\n'), 'FooBot');
  for (let question = 0; question < 1000; question++) rules.allows('/x');
`;

describe('a bundle', () => {
  it('that names rules has their records, whenever they were compiled', async () => {
    const text = await bundled(
      `import { compile, explain, parse } from 'robots-exclusion';${ASKED_OFTEN}
       export const line = explain(rules, '/x').rule.line;`,
    );
    const { line } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    expect(line).toBe(2);
  });
});
