import { camelCase, insertBefore, insertSorted } from './edit.js';

const FOLDER = 'packages/core/src/dialects';

/** Creates a dialect that equals RFC 9309, and a test that the author completes with the program's own answers. */
export function newDialect(name) {
  const dialect = camelCase(name);
  const today = new Date().toISOString().slice(0, 10);
  return {
    files: {
      [`${FOLDER}/${name}.ts`]: `/** What the parser is, and where it departs most from RFC 9309. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import { rfc9309Facts } from './rfc9309.ts';

export const ${dialect}: Dialect & DialectDefinition = defineDialect({
  name: '${name}',
  short: '${name.replaceAll('-', '').slice(0, 3)}',
  title: '${name}',
  source: 'https://example.com/',
  version: '0.0.0',
  asOf: '${today}',
  basis: 'documented',
  regular: true,
  facts: { ...rfc9309Facts },
});
`,
      [`${FOLDER}/${name}.test.ts`]: `import { describe, expect, it } from 'vitest';
import { compile, parse } from '../index.ts';
import { ${dialect} } from './${name}.ts';

describe('${name}', () => {
  // What the program itself answers: run it. A row with undefined fails.
  it.each<[string, string, string, boolean | undefined]>([
    ['User-agent: *\\nDisallow: /a\\n', 'FooBot', 'https://example.com/a', undefined],
  ])('%j, %s, %s', (robots, agent, url, answer) => {
    expect(compile(parse(robots, { dialect: ${dialect} }), agent).allows(url)).toBe(answer);
  });
});
`,
    },
    edits: {
      [`${FOLDER}/index.ts`]: (text) =>
        insertBefore(
          insertSorted(
            text,
            /^import \{ \w+(?:, \w+)* \} from/,
            `import { ${dialect} } from './${name}.ts';`,
          ),
          '  koster1996,\n',
          `  ${dialect},\n`,
        ),
      'packages/core/package.json': (text) =>
        insertBefore(
          text,
          '    "./package.json"',
          `    "./dialects/${name}": {
      "@robots-exclusion/source": "./src/dialects/${name}.ts",
      "types": "./dist/dialects/${name}.d.ts",
      "default": "./lib/dialects/${name}.js"
    },
`,
        ),
    },
    generate: ['scripts/manifests.js --write', 'packages/core/scripts/generate-dialects-doc.js'],
    next: [
      'change the facts axis by axis: packages/core/src/dialects/engine/facts.ts explains each',
      'add its verdicts to spec/dialects/divergences.json, and the program to scripts/conformance/programs.js',
      `npm run conformance -- --only ${name}`,
    ],
  };
}
