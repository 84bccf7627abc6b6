/**
 * Runs Lighthouse's own robots.txt audit, installed outside the workspaces, and
 *
 * - writes what it says of small files into `spec/lighthouse/vectors.json`;
 * - with `--corpus FOLDER`, holds our `lighthouse` profile against it on the files of `FOLDER/robots`.
 *
 *     node scripts/lighthouse-vectors.js [--install FOLDER] [--corpus FOLDER]
 *
 * The audit gets what Lighthouse's gatherer would hand it for status 200: the body decoded as UTF-8, without a byte
 * order mark.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const VERSION = '13.5.0';
const OUTPUT = 'spec/lighthouse/vectors.json';

const { values } = parseArgs({ options: { install: { type: 'string' }, corpus: { type: 'string' } } });
const folder = values.install ?? join(tmpdir(), `lighthouse-${VERSION}`);
const audit = await loadAudit(folder);

if (values.corpus === undefined) writeVectors();
else await compareOnCorpus(values.corpus);

async function loadAudit(into) {
  const root = join(into, 'node_modules/lighthouse');
  if (!existsSync(root)) {
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, 'package.json'), '{ "private": true }\n');
    const args = ['install', `lighthouse@${VERSION}`, '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status } = spawnSync('npm', args, { cwd: into, stdio: 'inherit' });
    if (status !== 0) throw new Error(`Cannot install lighthouse@${VERSION} into ${into}`);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (version !== VERSION) throw new Error(`Expected lighthouse ${VERSION} in ${into}, found ${version}`);
  return (await import(pathToFileURL(join(root, 'core/audits/seo/robots-txt.js')).href)).default;
}

/** The audit's result: whether the file passes, and the lines that it shows. */
function judge(octets) {
  const content = new TextDecoder().decode(octets);
  const { score, details } = audit.audit({ RobotsTxt: { status: 200, content } });
  const lines = new Set((details?.items ?? []).map(({ index }) => Number(index)));
  return { passes: score === 1, lines: [...lines] };
}

function writeVectors() {
  const vectors = files().map(([name, body]) => {
    const octets = octetsOf(body);
    const { passes, lines } = judge(octets);
    return { name, ...asWritten(body), passes, ...(isUtf16(octets) ? {} : { lines }) };
  });
  const file = {
    title: 'The audit "robots-txt" of Lighthouse',
    source: `https://www.npmjs.com/package/lighthouse/v/${VERSION}`,
    version: VERSION,
    vectors,
  };
  writeFileSync(OUTPUT, `${JSON.stringify(file, undefined, 2)}\n`);
  console.log(`${vectors.length} vectors in ${OUTPUT}`);
}

/** A body is text, octets, or parts that are repeated, as in the other vectors. */
function octetsOf(body) {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  return Buffer.from(body.map(({ text, repeat = 1 }) => text.repeat(repeat)).join(''));
}

function asWritten(body) {
  if (typeof body === 'string') return { robots: body };
  return body instanceof Uint8Array
    ? { robotsBase64: Buffer.from(body).toString('base64') }
    : { robotsGenerated: { parts: body } };
}

/** Its lines have other numbers when they are read as UTF-8. */
function isUtf16(octets) {
  return (octets[0] === 0xff && octets[1] === 0xfe) || (octets[0] === 0xfe && octets[1] === 0xff);
}

/** Small files, each for one aspect of the audit. */
function files() {
  const group = (...lines) => `User-agent: *\n${lines.join('\n')}\n`;
  const records = [
    'User-agent',
    'Disallow',
    'Allow',
    'Sitemap',
    'Crawl-delay',
    'Clean-param',
    'Host',
    'Request-rate',
    'Visit-time',
    'Noindex',
    'Content-Signal',
    'Content-Usage',
    'License',
    'Cache-delay',
    'Disalow',
    'User agent',
    'Useragent',
    '',
  ];
  const patterns = [
    '',
    '/',
    '/a',
    '*',
    '*.pdf$',
    '/a$',
    '$',
    '/$a',
    '/a$b$',
    '/a$$',
    'a',
    'https://example.com/',
    '/a b',
    '/é',
    '%2Fa',
    '?a',
    '/a$ # b',
    '/a#$b',
    '"/a"',
  ];
  const sitemaps = [
    'https://example.com/s.xml',
    'http://example.com',
    'ftp://example.com/s.xml',
    'HTTPS://EXAMPLE.COM/s',
    'gopher://example.com/',
    '/s.xml',
    '//example.com/s.xml',
    'example.com/s.xml',
    '',
    'https:example.com',
    'https://',
    'https://a b/',
    'https://example.com/a b',
    'https://é.example/',
    'https://exa mple/',
    'mailto:a@b',
    'javascript:0',
    'https://example.com:99999/',
    'https://[::1]/',
  ];
  return [
    ['an empty file', ''],
    ['blank lines and comments only', '\n# a\n   # b: c\n\t\n'],
    ['a good file', group('Disallow: /a', 'Allow: /a/b', 'Sitemap: https://example.com/s.xml')],
    ...records.map((name) => [
      `the record ${JSON.stringify(name)}`,
      group(`${name}: ${/sitemap/i.test(name) ? 'https://example.com/' : '/a'}`),
    ]),
    ...['Allow', 'Disallow'].flatMap((kind) =>
      patterns.map((value) => [`${kind} with ${JSON.stringify(value)}`, group(`${kind}: ${value}`)]),
    ),
    ...sitemaps.map((url) => [`Sitemap ${JSON.stringify(url)}`, `Sitemap: ${url}\n`]),
    ['a rule before any group', 'Disallow: /a\nUser-agent: *\nDisallow: /b\n'],
    ['a bad rule before any group', 'Disallow: a\nAllow: /$x\n'],
    ['other records before any group', 'Crawl-delay: 1\nSitemap: https://example.com/\nUser-agent: *\n'],
    ['a user-agent without a value', 'User-agent:\nDisallow: /a\n'],
    ['a user-agent without a value after another', 'User-agent: *\nUser-agent:\nDisallow: /a\n'],
    ['a user-agent that is a comment', 'User-agent: # all\nDisallow: /a\n'],
    ['any user-agent', 'User-agent: two words, (three)\nDisallow: /a\n'],
    ['a line without a colon', group('Disallow /a', 'hello')],
    ['a colon alone', group(':', ': x')],
    ['upper and lower case', 'USER-AGENT: *\ndisALLOW: /a\nsitemap: https://example.com/\n'],
    ['white space around everything', '  User-agent \t:  *  \n\tDisallow\t:\t/a\t\n'],
    ['white space inside a name', 'User-agent: *\nDis allow: /a\n'],
    [
      'no-break spaces and a vertical tab around a line',
      '\u00a0User-agent: *\u00a0\n\u000bDisallow: /a\u000c\n\u3000Allow: /b\n',
    ],
    ['a no-break space before a pattern', group('Disallow:\u00a0/a')],
    ['CR alone', 'User-agent: *\rDisallow: a\rAllow: /b\r'],
    ['CRLF', 'User-agent: *\r\nDisallow: a\r\nAllow: /b\r\n'],
    ['mixed line ends', 'User-agent: *\n\rDisallow: a\r\n\r\nx\n\nDisallow: /b\r'],
    ['other line separators', 'User-agent: *\u2028Disallow: a\nDisallow: /b\u0085x\n'],
    ['a byte order mark', '\ufeffUser-agent: *\nDisallow: /a\n'],
    ['a byte order mark in the middle', 'User-agent: *\n\ufeffDisallow: /a\n'],
    ['two byte order marks', '\ufeff\ufeffUser-agent: *\nDisallow: /a\n'],
    ['a page', '<!doctype html>\n<html>\n<p style="color: red">No</p>\n'],
    ['a merge conflict', group('<<<<<<< HEAD', 'Disallow: /a', '=======', 'Disallow: /b', '>>>>>>> b')],
    ['NUL', group('Disallow: /\u0000a', '\u0000Allow: /b')],
    [
      'no UTF-8',
      Buffer.from(
        'User-agent: *\nDisallow: /caf\xe9\nSitemap: https://example.com/\xe9\nSitemap: https://\xe9.example/\n\xff\n',
        'latin1',
      ),
    ],
    ['UTF-16', Buffer.from('\ufeffUser-agent: *\r\nDisallow: /a\r\n', 'utf16le')],
    ['no line end', 'User-agent: *\nDisallow: a'],
    ['each group counts', 'User-agent: a\nUser-agent: b\nDisallow: /\n\nDisallow: /c\n'],
    [
      'behind 500 KiB',
      [
        { text: group('Disallow: /a') },
        { text: `# ${'x'.repeat(97)}\n`, repeat: 5200 },
        { text: 'Disalow: /b\n' },
      ],
    ],
  ];
}

async function compareOnCorpus(corpus) {
  const { lint } = await import('../packages/core/dist/lint/index.js');
  const counts = { files: 0, passing: 0, lines: 0, notPassing: 0, otherLines: 0 };
  const names = readdirSync(join(corpus, 'robots')).sort();
  for (const name of names) {
    const octets = new Uint8Array(readFileSync(join(corpus, 'robots', name)));
    const theirs = judge(octets);
    const ours = [...new Set(lint(octets, { profile: 'lighthouse' }).map(({ line }) => line))];
    counts.files++;
    counts.passing += theirs.passes ? 1 : 0;
    counts.lines += theirs.lines.length;
    if (theirs.passes !== (ours.length === 0)) report('pass or fail', name, counts, 'notPassing');
    if (!isUtf16(octets) && theirs.lines.join() !== ours.join()) report('lines', name, counts, 'otherLines');
  }
  console.log(counts);
  process.exitCode = counts.notPassing + counts.otherLines === 0 ? 0 : 1;
}

function report(what, name, counts, key) {
  counts[key]++;
  console.log(`${name}: another answer: ${what}`);
}
