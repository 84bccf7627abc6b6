/**
 * Tests `robots batch` when it is started from Python, and the requirements of pipes, GNU parallel and Hadoop
 * streaming.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildOnce } from '@robots-exclusion/testkit';
import { crawlerNames } from 'robots-exclusion/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { columnsOfBatch, writeSample } from '../../sql/test/equality.ts';
import { columnsRow, libraryColumns, sampleQuestions } from '../../sql/test/sample.ts';
import { needsPython, pythonWith } from './python.ts';
import { singleFile } from './spark.ts';

beforeAll(buildOnce);

const integration = fileURLToPath(new URL('..', import.meta.url));
const recipe = fileURLToPath(new URL('../../sql', import.meta.url));

/** Runs a Python program, and parses its output as JSON. */
function run(python: string, program: string, ...args: string[]): unknown {
  const { status, stdout, stderr } = spawnSync(python, ['-c', program, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: `${integration}:${recipe}`, PYTHONDONTWRITEBYTECODE: '1' },
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

const python = pythonWith();

describe('robots_batch.py', needsPython(python), () => {
  it('answers a chunk of a few thousand questions as the library does', () => {
    const questions = sampleQuestions(2_400);
    const folder = mkdtempSync(join(tmpdir(), 'robots-python-'));
    const { ndjson } = writeSample(folder, questions);
    const answers = run(
      python as string,
      `import json, sys
from robots_batch import RobotsBatch
rows = [json.loads(line) for line in open(sys.argv[1])]
with RobotsBatch(sys.argv[2:]) as robots:
    print(json.dumps(robots.ask((row["robots"], row["agent"], row["url"]) for row in rows)))`,
      ndjson,
      process.execPath,
      singleFile,
    ) as [boolean | null, string, number | null][];
    const columns = answers.map(([allow, , line], id) => columnsRow(id, allow, line)).join('');
    expect(columns === libraryColumns(questions)).toBe(true);
  });

  it('takes octets, None, tabs and line ends', () => {
    const answers = run(
      python as string,
      `import json, sys
from robots_batch import RobotsBatch
with RobotsBatch(sys.argv[1:]) as robots:
    print(json.dumps(robots.ask([
        (b"User-agent: *\\nDisallow: /\\xe9\\n", "FooBot", "/%E9"), (None, "FooBot", "/"), ("", None, "/"), ("", "FooBot", None),
        ("User-agent: *\\nDisallow: /ab\\n", "Foo\\tBot", "/a\\r\\n\\tb"), ("", "FooBot", "no URL"), (b"", "FooBot", "no URL"),
        ("\\ud800", "FooBot", "/")])))
    print(json.dumps(robots.ask([])), file=sys.stderr)`,
      process.execPath,
      singleFile,
    );
    expect(answers).toEqual([
      [false, 'rule', 2],
      [null, null, null],
      [null, null, null],
      [null, null, null],
      [false, 'rule', 2],
      [null, 'invalid-url', null],
      [null, 'invalid-url', null],
      [true, 'no-group', null],
    ]);
  });

  it('puts the known crawlers of a purpose in place of registry:PURPOSE, in lists alone', () => {
    const answers = run(
      python as string,
      `import json, sys
from robots_batch import RobotsBatch
with RobotsBatch(sys.argv[1:]) as robots:
    try:
        robots.crawlers(["registry:trainig"])
    except ValueError as error:
        refused = str(error)
    print(json.dumps([
        robots.crawlers(["FooBot", " Registry:training", "GPTBot", "registry:all"]), robots.crawlers(["FooBot"]),
        robots.ask([("", "registry:training", "/"), (b"", "registry:training", "/")]), refused]))`,
      process.execPath,
      singleFile,
    ) as [string[], string[], unknown, string];
    const training = crawlerNames(['registry:training']);
    expect(answers[0].slice().sort()).toEqual(crawlerNames(['FooBot', 'registry:all']).slice().sort());
    expect(answers[0].slice(1, 1 + training.length)).toEqual(training);
    expect(answers[1]).toEqual(['FooBot']);
    expect(answers[2]).toEqual([
      [null, 'invalid-agent', null],
      [null, 'invalid-agent', null],
    ]);
    expect(answers[3]).toContain('did you mean "registry:training"?');
  });

  it('names the host and the command where a process cannot be started, or ends early', () => {
    const failures = run(
      python as string,
      `import json, sys
from robots_batch import RobotsBatch, RobotsBatchError
said = []
for command in (["/nowhere/node"], [sys.argv[1], "-e", "console.error('out of paper'); process.exit(3)", "--"]):
    try:
        RobotsBatch(command).ask([("", "FooBot", "/")])
    except RobotsBatchError as error:
        said.append(str(error))
print(json.dumps(said))`,
      process.execPath,
    );
    expect(failures).toEqual([
      expect.stringMatching(
        `^Host ${hostname()}: cannot start '/nowhere/node': No such file or directory\\. Install Node\\.js`,
      ),
      expect.stringMatching(`^Host ${hostname()}: .* ended with code 3: out of paper$`),
    ]);
  });
});

const withDuckDb = pythonWith('duckdb', 'pyarrow');

describe("Python's DuckDB", needsPython(withDuckDb, 'duckdb', 'pyarrow'), () => {
  it('has the functions as long as the block lasts', () => {
    const rows = run(
      withDuckDb as string,
      `import json, sys, duckdb
from duckdb_robots import register
connection = duckdb.connect()
connection.execute('PRAGMA disable_progress_bar')  # it is drawn on stdout where a query takes two seconds
query = """SELECT robots_allowed(r, 'Googlebot-Image', u), robots_line(r, 'Googlebot-Image', u) FROM (VALUES
  ('User-agent: Googlebot' || chr(10) || 'Disallow: /x', '/x'), ('', '/'), (NULL, '/'), ('', 'no URL')) t(r, u)"""
blobs = """SELECT robots_allowed(b, 'FooBot', '/x'), robots_line(b, 'FooBot', '/x') FROM (VALUES
  ('User-agent: FooBot\\\\x0ADisallow: /x\\\\xFF'::BLOB), ('User-agent: FooBot\\\\x0ADisallow: /x'::BLOB), (NULL)) t(b)"""
def failure(sql):
    try:
        return str(connection.sql(sql).fetchall())
    except Exception as error:
        return str(error)
with register(connection, sys.argv[1:]):
    rows = connection.sql(query).fetchall() + connection.sql(blobs).fetchall()
    print(json.dumps([rows, failure("SELECT robots_line('', 3, '/')"), failure("SELECT robots_allowed('', 'a')")]))`,
      process.execPath,
      singleFile,
    );
    expect(rows).toEqual([
      [
        [false, 2],
        [true, null],
        [null, null],
        [null, null],
        [true, null],
        [false, 2],
        [null, null],
      ],
      expect.stringMatching(/robots_line\(string, int32, string\): expected the file as VARCHAR or BLOB/),
      expect.stringMatching(/robots_allowed\(string, string\): expected the file as VARCHAR or BLOB/),
    ]);
  });
});

describe('a filter for pipes: one line out for one line in, in order, the key first', () => {
  const questions = sampleQuestions(600);
  const lines = questions.map(
    ({ id, robots, agent, url }) => `key ${id}\t${JSON.stringify(robots)}\t${agent}\t${url}\n`,
  );

  function batch(input: string): string {
    const { stdout } = spawnSync(process.execPath, [singleFile, '--format', 'tsv'], {
      input,
      encoding: 'utf8',
    });
    return stdout;
  }

  it('GNU parallel: pieces that are cut at any line ends, put together, are the whole', () => {
    const whole = batch(lines.join(''));
    expect(whole.split('\n')).toHaveLength(601);
    const pieces = [lines.slice(0, 1), lines.slice(1, 317), [], lines.slice(317)];
    expect(pieces.map((piece) => batch(piece.join(''))).join('') === whole).toBe(true);
  });

  it('Hadoop streaming: the key is what comes before the first tab, as it came', () => {
    const keys = batch(lines.join(''))
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t', 1)[0]);
    expect(keys).toEqual(questions.map(({ id }) => `key ${id}`));
  });

  it('xargs and split: processes side by side, on files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'robots-pipes-'));
    const { tsv } = writeSample(folder, questions);
    const script = `cd "$1" && split -n l/3 "$2" part. && printf '%s\\n' part.* | xargs -P 2 -I{} sh -c '"$0" "$1" {} --format tsv > {}.out' "$3" "$4"; cat part.*.out`;
    const output = execFileSync('sh', ['-c', script, 'sh', folder, tsv, process.execPath, singleFile], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(columnsOfBatch(output) === libraryColumns(questions)).toBe(true);
  });
});
