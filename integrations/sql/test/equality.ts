/**
 * Runs the same questions through each SQL engine and through batches. Each function returns the columns of the sample.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SqlFunctions } from 'robots-exclusion/sql';
import { bareContext, robotsSqlIn } from './bare-context.ts';
import { columnsRow, type SampleQuestion } from './sample.ts';

const bin = fileURLToPath(new URL('../../../packages/cli/bin/robots.js', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

export interface SampleFiles {
  readonly folder: string;
  readonly ndjson: string;
  readonly tsv: string;
}

export function writeSample(folder: string, questions: readonly SampleQuestion[]): SampleFiles {
  const ndjson = join(folder, 'questions.ndjson');
  const tsv = join(folder, 'questions.tsv');
  writeFileSync(ndjson, questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  writeFileSync(
    tsv,
    questions
      .map(({ id, robots, agent, url }) => `${id}\t${JSON.stringify(robots)}\t${agent}\t${url}\n`)
      .join(''),
  );
  return { folder, ndjson, tsv };
}

/** Runs `robots ARGS`, and returns its standard output. */
export async function robotsOutput(
  args: readonly string[],
  program: readonly string[] = [process.execPath, bin],
): Promise<string> {
  const [command, ...first] = program as [string, ...string[]];
  const child = spawn(command, [...first, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString();
}

/** Runs `robots batch` with further options `args`. */
export async function byBatch({ tsv }: SampleFiles, ...args: string[]): Promise<string> {
  return columnsOfBatch(await robotsOutput(['batch', tsv, '--format', 'tsv', ...args]));
}

/** Runs a batch with NDJSON as its input and output. */
export async function byBatchOfJson({ ndjson }: SampleFiles): Promise<string> {
  const answers = (await robotsOutput(['batch', ndjson])).split('\n').slice(0, -1);
  return answers
    .map((answer) => JSON.parse(answer) as { id: number; allow?: boolean; line?: number })
    .map(({ id, allow, line }) => `${id}\t${allow ?? ''}\t${line ?? ''}\n`)
    .join('');
}

export function columnsOfBatch(output: string): string {
  return output
    .split('\n')
    .slice(0, -1)
    .map((row) => row.split('\t'))
    .map(([id, allow, , line]) => `${id}\t${allow === 'error' ? '' : allow}\t${line}\n`)
    .join('');
}

/** Runs the questions in DuckDB through `robots sql`. Also writes the questions as Parquet. */
export async function byDuckDb({ folder, ndjson }: SampleFiles): Promise<string> {
  const columns = "columns = {id: 'BIGINT', robots: 'VARCHAR', agent: 'VARCHAR', url: 'VARCHAR'}";
  const parquet = join(folder, 'questions.parquet');
  const answers = join(folder, 'duckdb.csv');
  await robotsOutput(['sql', `COPY (FROM read_json('${ndjson}', ${columns})) TO '${parquet}'`]);
  await robotsOutput([
    'sql',
    `COPY (SELECT id, robots_allowed(robots, agent, url) AS allow, robots_line(robots, agent, url) AS line FROM '${parquet}' ORDER BY id) TO '${answers}' (HEADER false, DELIMITER '\t')`,
  ]);
  return answers;
}

/** Runs the bundle in an engine without host functions. */
export async function byBareEngine(questions: readonly SampleQuestion[]): Promise<string> {
  const { functions } = await robotsSqlIn(bareContext({ es2015: true }));
  return byFunctions(functions, questions);
}

function byFunctions(functions: SqlFunctions, questions: readonly SampleQuestion[]): string {
  return questions
    .map(({ id, robots, agent, url }) =>
      columnsRow(id, functions.robots_allowed(robots, agent, url), functions.robots_line(robots, agent, url)),
    )
    .join('');
}

/** Runs SQLite in a Node that contains it. */
export function bySqlite(node: string, { ndjson }: SampleFiles): Promise<string> {
  return robotsOutput([ndjson], [node, '--no-warnings', join(here, 'sqlite-columns.js')]);
}
