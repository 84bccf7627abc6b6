/**
 * Reads a folder of Parquet files of `robots warc` by readers of other people, and compares each cell with NDJSON. Prints
 * the table that docs/corpus.md shows. Needs Python with venv, and the registries; Spark needs Java.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installedOnDemand } from '../../../scripts/on-demand.js';

const PYTHON = {
  pyarrow: '26.0.1',
  pandas: '3.1.1',
  polars: '2.1.0',
  duckdb: '2.0.1',
  chdb: '4.4.0',
  datafusion: '55.0.0',
  fastparquet: '2026.9.0',
  pyspark: '4.3.0',
};
const NODE = { hyparquet: '1.31.5', 'parquet-wasm': '0.8.0', 'apache-arrow': '21.2.0' };

/** Columns of JSON, which Parquet holds as text. */
const JSON_COLUMNS = ['usage', 'diagnostics', 'http'];

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'robots-tables-'));
const outputs = ['parquet/', 't.ndjson'].map((name) => join(folder, name));
const [parquet, ndjson] = outputs;
let isZoned = true;
const crawls = readdirSync(join(root, 'examples/corpus')).filter((name) => name.endsWith('.warc.gz'));
for (const out of outputs) {
  const columns = ['--agents', 'GPTBot,CCBot', '--targets', '/,/private/x'];
  const paths = crawls.map((name) => join(root, 'examples/corpus', name));
  execFileSync(process.execPath, [
    join(root, 'packages/cli/bin/robots.js'),
    'warc',
    ...paths,
    ...columns,
    '--out',
    out,
  ]);
}
const expected = rowsOf(readFileSync(ndjson, 'utf8')).map(flat);

const readers = {
  ...Object.fromEntries(
    Object.entries(PYTHON).map(([name, version]) => [name, () => byPython(name, version)]),
  ),
  hyparquet: byHyparquet,
  'apache-arrow': byArrow,
};
const only = process.argv.slice(2);
console.log('| Reader | Rows | Cells that differ from NDJSON |\n|---|---|---|');
for (const [name, read] of Object.entries(readers)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const version = PYTHON[name] ?? NODE[name];
  isZoned = true;
  try {
    const rows = (await read()).map(flat);
    const other = differences(rows);
    const same = isZoned ? 'none' : 'none, but times have no zone (they are in UTC)';
    console.log(
      `| ${name} ${version} | ${rows.length} | ${other.length === 0 ? same : other.slice(0, 3).join('; ')} |`,
    );
  } catch (error) {
    console.log(`| ${name} ${version} | - | ${String(error.message).trim().split('\n').at(-1)} |`);
  }
}
rmSync(folder, { recursive: true });

function byPython(name, version) {
  const venv = join(root, 'node_modules/.cache/tables-real');
  const python = join(venv, 'bin/python');
  if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', venv]);
  execFileSync(
    python,
    ['-m', 'pip', 'install', '-q', '--only-binary', ':all:', `pyarrow==${PYTHON.pyarrow}`],
    { stdio: 'pipe' },
  );
  const flags = name === 'pyspark' ? [] : ['--only-binary', ':all:'];
  execFileSync(python, ['-m', 'pip', 'install', '-q', ...flags, `${name}==${version}`], { stdio: 'pipe' });
  const script = fileURLToPath(new URL('./read-tables.py', import.meta.url));
  // Another zone than UTC shows readers that take times for local ones.
  const env = { ...process.env, TZ: 'America/New_York' };
  const { status, stdout, stderr } = spawnSync(python, [script, name, parquet], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(stderr);
  return rowsOf(stdout);
}

function required(name) {
  const specifiers = Object.entries(NODE).map(([each, version]) => `${each}@${version}`);
  return createRequire(join(installedOnDemand(...specifiers), 'package.json'))(name);
}

async function byHyparquet() {
  const { parquetReadObjects } = await import('hyparquet');
  const octets = readFileSync(join(parquet, readdirSync(parquet)[0]));
  return parquetReadObjects({
    file: octets.buffer.slice(octets.byteOffset, octets.byteOffset + octets.length),
  });
}

function byArrow() {
  const { readParquet } = required('parquet-wasm');
  const { tableFromIPC } = required('apache-arrow');
  const table = tableFromIPC(
    readParquet(readFileSync(join(parquet, readdirSync(parquet)[0]))).intoIPCStream(),
  );
  return table.toArray().map((row) => {
    const values = row.toJSON();
    return { ...values, fetched_at: new Date(values.fetched_at) };
  });
}

function rowsOf(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line.replace(/\b(?:NaN|NaT)\b/g, 'null')));
}

/** The cells of a row by path, each as JSON. Readers represent structs, lists and times by objects of their own. */
function flat(row) {
  const cells = new Map();
  const add = (path, given) => {
    const isJson = JSON_COLUMNS.includes(path);
    const value = isJson && typeof given === 'string' ? JSON.parse(given) : (given?.toJSON?.() ?? given);
    if (value === null || value === undefined) return;
    if (isJson || typeof value !== 'object' || Array.isArray(value)) cells.set(path, cellOf(value));
    else for (const [name, one] of Object.entries(value)) add(`${path}.${name}`, one);
  };
  for (const [name, value] of Object.entries(row)) add(name, value);
  return cells;
}

function cellOf(value) {
  const [, time, zone] = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*)(.*)$/.exec(value) ?? [];
  if (time === undefined) return JSON.stringify(typeof value === 'bigint' ? Number(value) : value);
  isZoned &&= zone !== '';
  return new Date(`${time.replace(' ', 'T')}${zone || 'Z'}`).toJSON();
}

/** The first difference of each column. */
function differences(rows) {
  const found = new Map();
  for (const [at, row] of expected.entries()) {
    const other = rows[at] ?? new Map();
    for (const path of new Set([...row.keys(), ...other.keys()]))
      if (row.get(path) !== other.get(path) && !found.has(path))
        found.set(path, `\`${path}\` is ${other.get(path) ?? 'null'} for ${row.get(path) ?? 'null'}`);
  }
  return [...found.values()];
}
