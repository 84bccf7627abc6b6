/**
 * Writes `spec/schema/operations.json`, what every operation takes and answers, from the table of operations.
 * With `--check` it only says whether the file is as it would be written.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { greatestLimits } from '@robots-exclusion/operations/limits';
import { describeOperations } from '@robots-exclusion/operations/schemas';

const FILE = new URL('../spec/schema/operations.json', import.meta.url);

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Operations',
  description:
    'What can be asked about robots.txt: for each operation its question and its answer, which are definitions under $defs. The same at every door; a door has lower limits. Answers may have further members.',
  ...describeOperations(greatestLimits),
};

if (process.argv.includes('--check')) {
  const isSame = JSON.stringify(JSON.parse(readFileSync(FILE, 'utf8'))) === JSON.stringify(schema);
  if (!isSame)
    console.error('spec/schema/operations.json is not current: node scripts/generate-operations-schema.js');
  process.exitCode = isSame ? 0 : 1;
} else writeFileSync(FILE, `${JSON.stringify(schema, null, 2)}\n`);
