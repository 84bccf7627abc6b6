/** Tests the configuration for ClickHouse in ClickHouse itself, which Python's chdb contains. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { robots } from '../../../packages/cli/test/command.ts';
import { needsPython, pythonWith } from '../../spark/test/python.ts';
import { libraryColumns, sampleQuestions } from './sample.ts';

const python = pythonWith('chdb');
const bin = fileURLToPath(new URL('../../../packages/cli/bin/robots.js', import.meta.url));

const PROGRAM = `
import re, sys
from chdb import session
folder = sys.argv[1]
connection = session.Session(f"file:{folder}/data?udf_path={folder}")
for statement in re.findall(r"CREATE FUNCTION [\\s\\S]*?;", open(f"{folder}/udf_config.xml").read()):
    connection.query(statement)
columns = "'id UInt32, robots Nullable(String), agent Nullable(String), url Nullable(String)'"
print(connection.query(f"SELECT id, robots_allowed(robots, agent, url), robots_line(robots, agent, url) FROM file('{folder}/questions.ndjson', JSONEachRow, {columns}) ORDER BY id", "TSV"), end="")
`;

beforeAll(buildOnce);

describe('ClickHouse', needsPython(python, 'chdb'), () => {
  it('answers as the library does, and NULL for NULL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'robots-clickhouse-'));
    writeFileSync(join(folder, 'udf_config.xml'), (await robots(['sql', '--script', 'clickhouse'])).stdout);
    writeFileSync(join(folder, 'robots'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
    chmodSync(join(folder, 'robots'), 0o755);
    const questions = sampleQuestions(2_400);
    const nulls = ['robots', 'agent', 'url'].map((name, at) => ({
      ...questions[0],
      id: 2_400 + at,
      [name]: null,
    }));
    const strange = { id: 2_403, robots: 'User-agent: a\nDisallow: /xy\n', agent: 'a\tb', url: '/x\r\n\ty' };
    const lines = [...questions, ...nulls, strange].map((question) => `${JSON.stringify(question)}\n`);
    writeFileSync(join(folder, 'questions.ndjson'), lines.join(''));
    const { stdout, stderr } = spawnSync(python as string, ['-c', PROGRAM, folder], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    });
    const empty = [2_400, 2_401, 2_402].map((id) => `${id}\t\t\n`);
    const expected = [libraryColumns(questions), ...empty, '2403\tfalse\t2\n'].join('');
    const columns = stdout.replaceAll('\\N', '');
    const first = expected.split('\n').find((row, at) => row !== columns.split('\n')[at]);
    expect(first, stderr.slice(0, 2_000)).toBeUndefined();
    expect(columns === expected).toBe(true);
  });
});
