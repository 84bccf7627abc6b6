/**
 * Creates the files that pages assume: the files of `reader/`, compressed copies of its log, archives, and a Git
 * repository with two versions of a robots.txt. A block with a `[title]` overwrites the file of that name.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { run } from '../../../../scripts/release/run.js';

const FILES = fileURLToPath(new URL('reader', import.meta.url));
const OLDER = 'User-agent: *\nDisallow: /cart\n';

/** Writes the Parquet table, the only file that needs a database. */
export async function writeTable(file) {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const questions = `read_json('${join(FILES, 'questions.ndjson')}')`;
  await connection.run(`COPY (SELECT url, robots FROM ${questions}) TO '${file}' (FORMAT parquet)`);
}

/**
 * @param examples - The folder `examples` of the repository.
 * @param table - The file that {@link writeTable} wrote, if any.
 */
export function layOut(folder, examples, table) {
  cpSync(FILES, folder, { recursive: true });
  if (table !== undefined && existsSync(table)) copyFileSync(table, join(folder, 'files.parquet'));
  cpSync(examples, join(folder, 'examples'), { recursive: true });
  copyFileSync(join(examples, 'corpus/crawl-2026.warc.gz'), join(folder, 'crawl.warc.gz'));
  const log = gzipSync(readFileSync(join(FILES, 'access.log')));
  for (const name of ['access.log.gz', 'copies/a.log.gz', 'logs/a.log.gz']) save(join(folder, name), log);
  save(join(folder, 'answers.ndjson'), '');
  const git = (date, ...args) => {
    const who = ['-c', 'user.name=Reader', '-c', 'user.email=reader@example.com'];
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    run('git', [...who, ...args], { cwd: folder, env });
  };
  git('', 'init', '-q', '-b', 'main');
  for (const [version, date] of [
    [OLDER, '2026-10-01T00:00:00Z'],
    [readFileSync(join(FILES, 'robots.txt')), '2026-11-01T00:00:00Z'],
  ]) {
    save(join(folder, 'public/robots.txt'), version);
    git(date, 'add', 'public/robots.txt');
    git(date, 'commit', '-q', '-m', 'robots.txt');
  }
}

export function save(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
