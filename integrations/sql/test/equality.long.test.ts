/** Tests that every SQL engine and `robots batch` return the same columns for one sample, octet for octet. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce, needs, runs } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  byBareEngine,
  byBatch,
  byBatchOfJson,
  byDuckDb,
  bySqlite,
  type SampleFiles,
  writeSample,
} from './equality.ts';
import { nodeWithSqlite } from './node-with-sqlite.ts';
import { libraryColumns, type SampleQuestion, sampleQuestions } from './sample.ts';

const count = runs(200_000);
let questions: readonly SampleQuestion[] = [];
let files: SampleFiles;
let expected = '';

beforeAll(async () => {
  await buildOnce();
  questions = sampleQuestions(count);
  expected = libraryColumns(questions);
  files = writeSample(mkdtempSync(join(tmpdir(), 'robots-equality-')), questions);
});

/** Compares the columns without `toBe`, which would print megabytes if they differ. */
function expectSame(columns: string): void {
  const [rows, wanted] = [columns.split('\n'), expected.split('\n')];
  const first = wanted.findIndex((row, at) => row !== rows[at]);
  expect(
    first < 0 ? undefined : { row: rows[first], wanted: wanted[first], question: questions[first] },
  ).toBeUndefined();
  expect(columns === expected).toBe(true);
}

describe(`${count} questions have the library's columns`, () => {
  it('of which some are true, some false, some decided by a line, some without an answer', () => {
    for (const pattern of [/\ttrue\t\n/, /\ttrue\t\d/, /\tfalse\t\d/, /\t\t\n/])
      expect(pattern.test(expected)).toBe(true);
  });

  it('by robots batch', async () => expectSame(await byBatch(files)));

  it('by robots batch of NDJSON', async () => expectSame(await byBatchOfJson(files)));

  it('by robots batch --workers 2', async () => expectSame(await byBatch(files, '--workers', '2')));

  it('by DuckDB', async () => expectSame(readFileSync(await byDuckDb(files), 'utf8')));

  it('by the bundle in a bare engine', async () => expectSame(await byBareEngine(questions)));

  const node = nodeWithSqlite();
  it(
    'by SQLite',
    needs('Node 22.5 or later for node:sqlite: npm run smoke -- node24', node !== undefined),
    async () => expectSame(await bySqlite(node as string, files)),
  );
});
