/**
 * Tests that every reader of untrusted text takes linear time. Passes each combination of a repeated filler and an
 * ending to each reader. A reader whose regular expression rescans text would take seconds instead of milliseconds.
 */
import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logFormats, readLog, readPublishedList } from '@robots-exclusion/audit';
import { readSignatureKeys } from '@robots-exclusion/audit/node';
import { compile, explain, parse } from 'robots-exclusion';
import { describeCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { dialects } from 'robots-exclusion/dialects';
import { lint } from 'robots-exclusion/lint';
import { csvRow, printable, withoutSecrets } from 'robots-exclusion/print';
import { usageReport } from 'robots-exclusion/usage';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../audit/src/identity/address.ts';
import { openRecord } from '../../cli/src/batch/read/read-record.ts';
import { withScheme } from '../../cli/src/input/with-scheme.ts';
import { readHtml } from '../../client/src/preflight/read-html.ts';
import { hostTableOf } from '../../corpus/src/join/host-table.ts';

const FILLS = [
  ...' \t\0\r\n\u2028\u00a0*$%/<>[(:;,.=&#?@"\'\\+-_0aé',
  ...['/*', '*$', '*a', '%2', '0.', 'a.', 'a,', 'a=', 'a: ', '<a ', '\\"', '%{', '%!', '"[', '<!--', '{"'],
];
const TAILS = ['x', '\u2028x'];

const CHARACTERS = 4000;
/**
 * A reader that takes less than this is not measured with a longer text. A quadratic reader would take at least about
 * ten milliseconds.
 */
const SHORT_MS = 6;
/** Allowance for garbage collection, the first run of code and other work of the machine. */
const NOISE_MS = 100;

type Reader = (text: string) => unknown;

/** Every kind of line that some dialect reads. */
const file = (text: string): string =>
  [
    ...[`# ${text}`, `#robots-lint-disable-next-line ${text}`, `User-agent: ${text}`, 'User-agent: *'],
    ...[`Disallow: ${text}`, `Disallow: /${text}`, `Allow: /a${text}`, `Crawl-delay: 0${text}`, `${text}: x`],
    ...[`Content-Usage: ${text}`, `Content-Signal: ${text}`, `Sitemap: ${text}`, `License: ${text}`, text],
    'Disallow: /',
  ].join('\n');

/** The kinds of line that each dialect reads in its own way. */
const rules = (text: string): string =>
  [
    ...[`User-agent: ${text}`, 'User-agent: *', `Disallow: ${text}`, `Disallow: /${text}`],
    ...[`Crawl-delay: 0${text}`, `${text}: x`, 'Disallow: /'],
  ].join('\n');

const attempt = (read: () => unknown): unknown => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const log = (format: string | undefined, line: string): Promise<unknown> =>
  (async () => {
    for await (const _ of readLog(`${line}\n`, format));
  })().catch(() => {});

const CLIENT = '192.0.2.1 - - [10/Nov/2026:00:00:00 +0000]';

const readers: readonly (readonly [string, Reader])[] = [
  ['lint', (text) => lint(parse(file(text)))],
  ['statements about uses', (text) => usageReport(parse(file(text)), 'FooBot', '/a')],
  [
    'statements about uses in header fields, elements and tdmrep.json',
    (text) => {
      const headers = {
        ...{ 'content-usage': text, 'x-robots-tag': text, 'tdm-policy': text, 'content-signal': text },
        link: `<https://a.example/l>; rel=license; a=${text}`,
      };
      const meta = ['robots', 'foobot', 'tdm-policy'].map((name) => ({ name, content: text }));
      const links = [{ rel: 'license', type: text, href: text }];
      const tdmrep = JSON.stringify([{ location: `/${text}`, 'tdm-reservation': 1, 'tdm-policy': text }]);
      return usageReport(parse(''), 'FooBot', `/${text}`, { headers, meta, links, tdmrep });
    },
  ],
  ...dialects.map(
    (dialect) =>
      [
        `a robots.txt as ${dialect.name}`,
        (text: string) => explain(compile(parse(rules(text), { dialect }), 'FooBot'), '/a'),
      ] as const,
  ),
  ...dialects.map((dialect) => {
    const document = parse('User-agent: a\nDisallow: /a*b$\n', { dialect });
    const read = (text: string): void => {
      for (const who of [text, `a${text}b`]) attempt(() => compile(document, who));
      for (const url of [
        text,
        `/${text}`,
        `http://${text}`,
        `http://[${text}`,
        `http://h/${text}`,
        ` ${text}`,
      ])
        attempt(() => explain(compile(document, 'a'), url));
    };
    return [`crawlers and URLs as ${dialect.name}`, read] as const;
  }),
  [
    'names of crawlers',
    (text) =>
      [text, `a${text}b`, `Mozilla/5.0 (compatible; ${text})`].map((name) =>
        describeCrawler(undefined, resolveCrawler(name)),
      ),
  ],
  ...[undefined, ...logFormats].map(
    (format) =>
      [
        `lines of a log, ${format ?? 'recognized'}`,
        async (text: string) => {
          await log(format, `${CLIENT} "GET / HTTP/1.1" 200 1 "-" "${text}"\n${text}`);
          await log(
            format,
            `#Fields: ${text}\n#A:${text}\n${text} ${CLIENT} "GET /${text} HTTP/1.1" 200 1 "${text}`,
          );
        },
      ] as const,
  ),
  [
    'a format of a log',
    async (text) => {
      for (const format of [
        `%t %r %${text}`,
        `log_format a $time_local $request${text}`,
        `LogFormat "${text}`,
      ])
        await attempt(() => log(format, text));
    },
  ],
  ['addresses', (text) => [text, `::1${text}`, `[${text}`].map((one) => attempt(() => addressOf(one)))],
  [
    'published ranges',
    (text) =>
      (['list', 'geofeed', 'prefixes'] as const).map((format) =>
        attempt(() => readPublishedList(text, format, 'FooBot')),
      ),
  ],
  [
    'directories of keys',
    (text) => {
      const keys = [{ kty: 'OKP', crv: 'Ed25519', x: text, kid: text }];
      return attempt(() => readSignatureKeys({ 'https://a.example': { keys } }));
    },
  ],
  [
    'pages of HTML',
    (text) =>
      ['', '<meta name="robots" '].map((before) =>
        readHtml(before + text, 'https://example.com/', () => true),
      ),
  ],
  [
    'records of a batch',
    (text) => {
      for (const one of [text, JSON.stringify({ agent: text, url: `/${text}`, robotsBase64: text })])
        attempt(() => openRecord(Buffer.from(one)).question({ isLiteral: true, asked: [] } as never));
    },
  ],
  ['URLs without a scheme', (text) => [text, `h${text}`, `h.${text}`].map(withScheme)],
  [
    'a table of hosts',
    async (text) => {
      const path = join(await folder, 'hosts.csv');
      writeFileSync(path, `host,rank${text}\na.example,${text}\n${text}`);
      await hostTableOf(path).catch(() => {});
    },
  ],
  [
    'text that is printed',
    (text) => [printable(text), csvRow([text]), withoutSecrets(`a://${text}@`), withoutSecrets(text)],
  ],
];

const folder = mkdtemp(join(tmpdir(), 'linear-'));

/** Milliseconds of processor time. */
async function cpuOf(read: Reader, text: string): Promise<number> {
  const before = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe.each(readers)('reading %s', (_, read) => {
  it('costs at most 24 times as much for eight times as much, whatever fills it and ends it', async () => {
    const slow: unknown[] = [];
    for (const fill of FILLS) {
      for (const tail of TAILS) {
        const text = (size: number): string => fill.repeat(size / fill.length) + tail;
        const once = await cpuOf(read, text(CHARACTERS));
        if (once < SHORT_MS) continue;
        const eight = await cpuOf(read, text(8 * CHARACTERS));
        if (eight > 24 * once + NOISE_MS) slow.push({ fill, tail, once, eight });
      }
    }
    expect(slow).toEqual([]);
  });
});
