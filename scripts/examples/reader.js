/**
 * The files that pages assume on their reader's side: a site's robots.txt under Git with an older version, logs,
 * lists of questions, archives. A block with a `[title]` overwrites the file of that name.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from '../release/run.js';

const OLDER = 'User-agent: *\nDisallow: /cart\n';
const ROBOTS = [
  'User-agent: *',
  'Disallow: /cart',
  'Disallow: /new/',
  'Disallow: /search',
  '',
  'User-agent: GPTBot',
  'User-agent: Google-Extended',
  'Disallow: /',
  '',
].join('\n');
const VERSION_TIME = '2026-11-01T00-00-00Z';

const LOG = [
  [
    '66.249.66.1',
    '01:00:00',
    '/robots.txt',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ],
  [
    '66.249.66.1',
    '02:00:00',
    '/products/lamp',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ],
  ['192.0.2.7', '10:00:00', '/cart', 'GPTBot/1.3'],
  ['192.0.2.9', '11:00:00', '/robots.txt', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
  ['192.0.2.9', '11:00:05', '/new/x', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
]
  .map(
    ([address, time, path, agent]) =>
      `${address} - - [05/Nov/2026:${time} +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${agent}"\n`,
  )
  .join('');

const QUESTIONS = [
  { id: 1, robots: ROBOTS, agent: 'FooBot', url: 'https://example.com/cart' },
  { id: 2, robots: ROBOTS, agent: 'GPTBot', url: 'https://example.com/' },
];

const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const FILES = {
  'access.log': LOG,
  'access.log.gz': gzipSync(LOG),
  'copies/a.log.gz': gzipSync(LOG),
  'logs/a.log.gz': gzipSync(LOG),
  'ranges.json': '{ "Googlebot": { "prefixes": [{ "ipv4Prefix": "66.249.64.0/27" }] } }\n',
  'robots.txt': ROBOTS,
  'robots.new.txt': `${ROBOTS}Allow: /press\n`,
  [`versions/${VERSION_TIME}.txt`]: ROBOTS,
  'sites.txt': 'https://example.com/\n',
  'urls.txt': 'https://example.com/a\nhttps://example.com/private/b\n',
  'questions.ndjson': lines(QUESTIONS),
  'questions.tsv': QUESTIONS.map(
    ({ id, robots, agent, url }) => `${id}\t${JSON.stringify(robots)}\t${agent}\t${url}\n`,
  ).join(''),
  'files.ndjson': lines([{ id: 1, robots: ROBOTS }]),
  'answers.ndjson': '',
};

/** The one file that takes a database to write. */
export async function writeTable(file) {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = QUESTIONS.map(({ robots, url }) => `('${url}', '${robots}')`).join(', ');
  await connection.run(`COPY (SELECT * FROM (VALUES ${rows}) t(url, robots)) TO '${file}' (FORMAT parquet)`);
}

/**
 * @param examples - The folder `examples` of the repository.
 * @param table - What {@link writeTable} wrote, if it is there.
 */
export function layOut(folder, examples, table) {
  mkdirSync(folder, { recursive: true });
  if (table !== undefined && existsSync(table)) copyFileSync(table, join(folder, 'files.parquet'));
  cpSync(examples, join(folder, 'examples'), { recursive: true });
  for (const [name, content] of Object.entries(FILES)) save(join(folder, name), content);
  copyFileSync(join(examples, 'corpus/crawl-2026.warc.gz'), join(folder, 'crawl.warc.gz'));
  const git = (date, ...args) => {
    const who = ['-c', 'user.name=Reader', '-c', 'user.email=reader@example.com'];
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    run('git', [...who, ...args], { cwd: folder, env });
  };
  git('', 'init', '-q', '-b', 'main');
  for (const [version, date] of [
    [OLDER, '2026-10-01T00:00:00Z'],
    [ROBOTS, '2026-11-01T00:00:00Z'],
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
