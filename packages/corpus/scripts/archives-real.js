/**
 * Lets programs that write WARC files archive sites of which each gives another kind of answer, and compares the rows of
 * their archives with what the sites sent: all of them, or those that the arguments name. `--record` keeps the archives in spec/archives, with what was sent. Needs
 * Python with venv, Java, Go, wget and curl, and the registries; programs that cannot be installed are named.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { installedOnDemand } from '../../../scripts/on-demand.js';

const PORT = 8070;
const TEXT =
  'User-agent: *\nDisallow: /private\n# A line that makes the file a little longer than its header.\n';
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/archives-real');

/** A response: the fields after the status line, and the stored body. The site's text is TEXT unless one is given. */
const of = (status, fields, stored = TEXT, sent = {}) => {
  const octets = Buffer.from(stored);
  const length = fields.some((field) => field.startsWith('Transfer'))
    ? []
    : [`Content-Length: ${octets.length}`];
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/plain',
    ...fields,
    ...length,
    'Connection: close',
  ].join('\r\n');
  return {
    octets: Buffer.concat([Buffer.from(`${head}\r\n\r\n`), octets]),
    outcome: 'rules',
    text: TEXT,
    ...sent,
  };
};
const coded = (coding, stored) => of('200 OK', [`Content-Encoding: ${coding}`], stored);
const chunked = (octets, end = '0\r\n\r\n') =>
  Buffer.concat([
    Buffer.from(`${octets.length.toString(16)};x=y\r\n`),
    Buffer.from(octets),
    Buffer.from(`\r\n${end}`),
  ]);
const early = (status) => {
  const answer = of('200 OK', []);
  return {
    ...answer,
    octets: Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\nLink: </x>\r\n\r\n`), answer.octets]),
  };
};
const text = (value, encoding = 'utf8') => of('200 OK', [], Buffer.from(value, encoding), { text: null });
const none = (status, outcome, stored = '') => of(status, [], stored, { outcome, text: null });

const ANSWERS = {
  plain: of('200 OK', []),
  gzip: coded('gzip', gzipSync(TEXT)),
  'x-gzip': coded('x-gzip', gzipSync(TEXT)),
  br: coded('br', brotliCompressSync(TEXT)),
  zstd: coded('zstd', zstdOf(TEXT)),
  deflate: coded('deflate', deflateSync(TEXT)),
  'deflate-raw': coded('deflate', deflateRawSync(TEXT)),
  'gzip-br': coded('gzip, br', brotliCompressSync(gzipSync(TEXT))),
  dcz: of('200 OK', ['Content-Encoding: dcz'], Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 1, 2, 3]), {
    outcome: 'unknown',
    text: null,
  }),
  chunked: of('200 OK', ['Transfer-Encoding: chunked'], chunked(TEXT)),
  'chunked-gzip': of(
    '200 OK',
    ['Content-Encoding: gzip', 'Transfer-Encoding: chunked'],
    chunked(gzipSync(TEXT)),
  ),
  'chunked-trailers': of('200 OK', ['Transfer-Encoding: chunked'], chunked(TEXT, '0\r\nX-Sum: 1\r\n\r\n')),
  'transfer-gzip': of('200 OK', ['Transfer-Encoding: gzip, chunked'], chunked(gzipSync(TEXT))),
  'early-hints': early('103 Early Hints'),
  continue: early('100 Continue'),
  redirect: of('301 Moved Permanently', [`Location: http://127.0.0.10:${PORT}/robots.txt`], '', {
    text: null,
  }),
  'not-found': none('404 Not Found', 'no-rules', 'none'),
  forbidden: none('403 Forbidden', 'no-rules', 'none'),
  'too-many': none('429 Too Many Requests', 'no-rules'),
  unavailable: none('503 Service Unavailable', 'unreachable'),
  empty: none('200 OK', 'rules'),
  html: none('200 OK', 'rules', '<!doctype html><title>x</title>'),
  'utf-16': text('\ufeffUser-agent: *\nDisallow: /x\n', 'utf16le'),
  bom: text('\ufeffUser-agent: *\nDisallow: /x\n'),
  cr: text('User-agent: *\rDisallow: /x\r'),
  'latin-1': text('User-agent: *\nDisallow: /caf\u00e9\n', 'latin1'),
  long: text(`User-agent: *\n${'Disallow: /some-long-path\n'.repeat(3_000)}`),
  'no-reason': of('200 ', []),
  'http-1.0': {
    ...of('200 OK', []),
    octets: Buffer.from(of('200 OK', []).octets.toString().replace('HTTP/1.1', 'HTTP/1.0')),
  },
};

const urls = Object.keys(ANSWERS).map((_, at) => `http://127.0.0.${10 + at}:${PORT}/robots.txt`);

/** How each program is installed and called. It writes its archives into `to`. */
const WRITERS = {
  'wget-1.21.3': (to) =>
    run('wget', ['-q', '--tries=1', '--timeout=5', '-O', '/dev/null', `--warc-file=${to}/a`, ...urls]),
  'warcio-1.8.1': (to) => python('warcio==1.8.1 requests==2.34.2', to),
  'fastwarc-2.0.1': (to) => python('FastWARC==2.0.1', to),
  'warcprox-2.13.1': (to) => python('warcprox==2.13.1 setuptools==80.9.0', to),
  'pywb-2.10.0': (to) => python('pywb==2.10.0 setuptools==80.9.0', to),
  'crau-0.3.3': (to) => python('crau==0.3.3 scrapy==2.11.2 twisted==24.11.0 w3lib==2.1.2', to),
  'wpull-2.0.1': async (to) => {
    // It needs Python 3.6: WPULL names an installed one.
    const options = ['-q', '--tries=1', '--timeout=5', '--no-robots', '--delete-after'];
    await run(process.env.WPULL ?? 'wpull', [...options, `--warc-file=${to}/a`, ...urls], to);
  },
  'jwarc-0.31.1': async (to) => {
    const jar = join(CACHE, 'jwarc.jar');
    const from = 'https://repo1.maven.org/maven2/org/netpreserve/jwarc/0.31.1/jwarc-0.31.1.jar';
    if (!existsSync(jar)) await run('curl', ['-sfo', jar, from]);
    const records = [];
    for (const url of urls) records.push(await run('java', ['-jar', jar, 'fetch', url]));
    writeFileSync(join(to, 'a.warc'), Buffer.concat(records));
  },
  'gowarc-0.8.96': async (to) => {
    for (const name of ['main.go', 'go.mod'])
      copyFileSync(join(HERE, 'archives', `${name}.txt`), join(CACHE, name));
    await run('go', ['mod', 'tidy'], CACHE);
    await run('go', ['run', '.', to, ...urls], CACHE);
  },
  'warcio.js-2.4.11': async (to) => {
    const folder = installedOnDemand('warcio@2.4.11');
    await run('node', [join(HERE, 'archives/warcio-js.mjs'), folder, join(to, 'a.warc.gz'), ...urls]);
  },
};

async function run(program, args, cwd) {
  try {
    const options = { cwd, maxBuffer: 2 ** 28, timeout: 300_000, encoding: 'buffer' };
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    // wget and wpull fail if a site answers 404.
    if (/\bw(?:get|pull)$/.test(program) && error.code > 0) return error.stdout;
    throw error;
  }
}

async function python(packages, to) {
  const [name] = packages.split('==');
  const interpreter = join(CACHE, name, 'bin/python');
  if (!existsSync(interpreter)) {
    await run('python3', ['-m', 'venv', join(CACHE, name)]);
    await run(interpreter, ['-m', 'pip', 'install', '-q', ...packages.split(' ')]);
  }
  await run(interpreter, [join(HERE, 'archives/write.py'), name.toLowerCase(), to, ...urls]);
}

/** A frame with one raw block (RFC 8878 §3.1.1.2), because Node.js 20 has no Zstandard. */
function zstdOf(content) {
  const octets = Buffer.from(content);
  const size = octets.length;
  const header = Buffer.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x20,
    size,
    ((size << 3) | 1) & 0xff,
    (size << 3) >> 8,
    0,
  ]);
  return Buffer.concat([header, octets]);
}

const servers = Object.values(ANSWERS).map(({ octets }, at) =>
  createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(octets));
  }).listen(PORT, `127.0.0.${10 + at}`),
);
await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))));

mkdirSync(CACHE, { recursive: true });
const isRecorded = process.argv.includes('--record');
const sent = Object.entries(ANSWERS).map(([kind, { outcome, text: sentText }], at) => {
  const sha256 = sentText && createHash('sha256').update(sentText).digest('hex');
  return { kind, url: urls[at], outcome, sha256 };
});
const spec = join(ROOT, 'spec/archives');
if (isRecorded) writeFileSync(join(spec, 'sent.json'), `${JSON.stringify(sent, null, 2)}\n`);
console.log('| Writer | Rows | As sent | Unknown | Missing | Wrong |\n|---|---|---|---|---|---|');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--record');
for (const [name, write] of Object.entries(WRITERS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const to = mkdtempSync(join(tmpdir(), 'robots-archives-'));
  try {
    await write(to);
  } catch (error) {
    console.log(
      `| ${name} | not run: ${String(error.stderr ?? error.message)
        .trim()
        .split('\n')
        .at(-1)} |`,
    );
    continue;
  }
  const files = readdirSync(to).filter((file) => /\.warc(?:\.gz)?(?:\.open)?$/.test(file));
  const paths = files.map((file) => join(to, file));
  const out = join(to, 'rows.ndjson');
  await run(process.execPath, [join(ROOT, 'packages/cli/bin/robots.js'), 'warc', ...paths, '--out', out]);
  const rows = new Map(
    readFileSync(out, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [JSON.parse(line).url, JSON.parse(line)]),
  );
  const found = sent.map((one) => ({ ...one, row: rows.get(one.url) }));
  const isUnknown = ({ row, outcome }) => row.outcome === 'unknown' && outcome !== 'unknown';
  const isWrong = ({ row, outcome, sha256 }) =>
    row.outcome !== outcome || (sha256 !== null && row.sha256 !== sha256);
  const there = found.filter(({ row }) => row);
  const unknown = there.filter(isUnknown);
  const wrong = there.filter((one) => !isUnknown(one) && isWrong(one));
  const missing = found.filter(({ row }) => !row);
  const listed = (all, show = ({ kind }) => kind) => all.map(show).join(', ');
  console.log(
    `| ${name} | ${rows.size} | ${there.length - unknown.length - wrong.length} | ${listed(unknown, ({ kind, row }) => `${kind} (${row.policy_row})`)} | ${listed(missing)} | ${listed(wrong, ({ kind, row }) => `${kind}: ${row.outcome}`)} |`,
  );
  if (isRecorded)
    for (const [at, path] of paths.entries())
      copyFileSync(path, join(spec, `${name}${at || ''}.warc${path.includes('.gz') ? '.gz' : ''}`));
}
for (const server of servers) server.close();
