import { camelCase, insertBefore, insertSorted, pascalCase, recordName } from './edit.js';

const FOLDER = 'packages/core/src/records';
const KINDS = 'packages/core/src/parse/record-kind.ts';

/**
 * Creates a record for groups whose value has no grammar yet, and a test that the author completes with the grammar.
 */
export function newRecord(name) {
  const [value, type, written] = [camelCase(name), pascalCase(name), recordName(name)];
  return {
    files: {
      [`${FOLDER}/${name}.ts`]: `/** ${written}: what it asks for, and who reads it. */
import { quote } from '../bytes/quote.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { DocumentRecord } from '../parse/records.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { recordsForCrawler } from './group-records.ts';
import { type Reading, readAll } from './reading.ts';
import type { RecordDefinition } from './record-definition.ts';

/** What a record says, and the record. */
export interface ${type} {
  readonly text: string;
  readonly record: DocumentRecord;
}

/**
 * The first valid ${written} in the groups that apply to a crawler; \`undefined\` where there is none.
 *
 * @throws {TypeError} If \`who\` is neither a string, nor a list of strings, nor a profile.
 */
export function ${value}(document: RobotsDocument, who: Crawler): ${type} | undefined {
  return readAll(recordsForCrawler(document, who, '${name}'), read${type})[0];
}

/** The value of one record. */
export function read${type}({ value }: DocumentRecord): Reading<Omit<${type}, 'record'>> {
  if (value !== '') return { value: { text: value } };
  const message = \`\${quote(value)} is not a valid ${written}: this record is ignored\`;
  return { defect: { code: 'bad-${name}', severity: 'warning', message } };
}

export const ${value}Record: RecordDefinition = {
  name: '${written}',
  help: 'What it says, and who reads it.',
  read: read${type},
};
`,
      [`${FOLDER}/${name}.test.ts`]: `import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { ${value} } from './${name}.ts';

describe('${written}', () => {
  // What the record's own documentation says: a row with undefined for a valid value fails.
  it.each<[string, string | undefined]>([['a valid value', undefined]])('%j', (text, meaning) => {
    const document = parse(\`User-agent: *\\n${written}: \${text}\\n\`);
    expect(${value}(document, 'FooBot')?.text).toBe(meaning);
  });
});
`,
    },
    edits: {
      [`${FOLDER}/definitions.ts`]: (text) => {
        const exported = insertSorted(
          text,
          /^export \{ type/,
          `export { type ${type}, ${value} } from './${name}.ts';`,
        );
        const imported = insertSorted(
          exported,
          /^import \{ \w+Record \}/,
          `import { ${value}Record } from './${name}.ts';`,
        );
        return insertBefore(imported, '  hostRecord,\n', `  ${value}Record,\n`);
      },
      [KINDS]: (text) =>
        insertBefore(insertBefore(text, '\n] as const;', `\n  '${name}',`), '\n]);', `\n  '${name}',`),
    },
    generate: ['scripts/generate-includes.js'],
    next: [
      'write vectors into spec/records/records.json, and a paragraph into docs/records.md',
      'say in the dialects who reads it: `known` in packages/core/src/dialects/engine/facts.ts',
    ],
  };
}
