import { camelCase, insertSorted } from './edit.js';

const FOLDER = 'packages/core/src/lint/rules';

/**
 * Creates a lint rule that does not yet detect its bad example, so that the test of all rules fails only for the new
 * rule.
 */
export function newLintRule(name) {
  const rule = camelCase(name);
  return {
    files: {
      [`${FOLDER}/${name}.ts`]: `import type { LintContext } from '../lint-context.ts';
import type { Finding, LintRule } from '../lint-rule.ts';

/** RFC 9309 §2.2. */
export const ${rule}: LintRule = {
  code: '${name}',
  severity: 'warning',
  title: 'One line: what the rule finds',
  reason: 'What crawlers do with such a line.',
  bad: { body: 'User-agent: *\\nDisallow: /bad\\n' },
  good: { body: 'User-agent: *\\nDisallow: /good\\n' },
  *check(context: LintContext): Iterable<Finding> {
    for (const { value, span } of context.rules) {
      if (value === '/what-the-rule-finds') yield { message: \`\${JSON.stringify(value)} means … to crawlers\`, span };
    }
  },
};
`,
    },
    edits: {
      [`${FOLDER}/index.ts`]: (text) => {
        const imported = insertSorted(text, /^import \{/, `import { ${rule} } from './${name}.ts';`);
        const [start, end] = [imported.indexOf('Object.freeze(['), imported.indexOf('workLimit,\n]')];
        const listed = insertSorted(imported.slice(start, end), /^ {2}\w+,$/, `  ${rule},`);
        return imported.slice(0, start) + listed + imported.slice(end);
      },
    },
    generate: ['packages/core/scripts/generate-lint-doc.js'],
    test: 'packages/core/src/lint/rules/rules.test.ts',
    next: [
      'write a vector into spec/lint/mistakes.json',
      'node packages/core/scripts/generate-lint-doc.js, for docs/lint.md',
      'describe the change: npm run changeset',
    ],
  };
}
