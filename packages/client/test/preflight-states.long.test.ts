/**
 * Statements in pages on loopback sites. Each statement is tested in each position, letter case, quoting style, charset
 * and content coding.
 */

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { type AddressPolicy, createClient } from '@robots-exclusion/client';
import { type PreflightReport, preflight, silenceOf, withStates } from '@robots-exclusion/client/preflight';
import { type HttpAnswer, pour, startHttpOrigin } from '@robots-exclusion/testkit';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it, onTestFinished } from 'vitest';

const ANY: AddressPolicy = { allow: 'any' };
const HTML = { 'content-type': 'text/html' };

interface Site {
  readonly page?: HttpAnswer;
  /** The page for all clients except the crawler. @default {page} */
  readonly other?: HttpAnswer;
  readonly robots?: string;
  readonly tdmrep?: HttpAnswer;
  readonly ai?: HttpAnswer;
  readonly as?: string;
}

async function examined({ page = html(''), other = page, robots = '', tdmrep, ai, as = 'FooBot' }: Site) {
  const site = await startHttpOrigin(({ path, headers }) => {
    if (path === '/robots.txt') return robots;
    if (path === '/.well-known/tdmrep.json') return tdmrep ?? { status: 404 };
    if (path === '/ai.txt') return ai ?? { status: 404 };
    return headers['user-agent']?.includes(as) ? page : other;
  });
  const client = createClient({ userAgent: 'PlainClient/1.0', addressPolicy: ANY });
  onTestFinished(async () => {
    await client.close();
    await site.close();
  });
  return preflight(client, `${site.origin}/page`, { as, addressPolicy: ANY });
}

const html = (
  head: string,
  text = 'A page with some text',
  headers: Record<string, string | string[]> = {},
) => ({
  status: 200,
  headers: { ...HTML, ...headers },
  body: `<!doctype html><html><head><title>T</title>${head}</head><body><p>${text}</p></body></html>`,
});
const stated = ({ states }: PreflightReport) => states.map(({ what, where }) => `${what} (${where})`);
const withHeader = (name: string, value: string | string[]): Site => ({
  page: html('', 'Text', { [name]: value }),
});

describe('preflight says what stands in header fields', () => {
  const rsl = '; rel="license"; type="application/rsl+xml"';
  type Row = [string, string | string[], string[]];
  const rows: Row[] = [
    ['x-robots-TAG', ' NoIndex , NOFOLLOW', ['noindex (header)', 'nofollow (header)']],
    ['X-Robots-Tag', 'noindex;nofollow', ['unreadable directive (header)']],
    ['X-Robots-Tag', '*: noindex', ['*:noindex (header)']],
    ['X-Robots-Tag', 'all, index, follow, max-snippet:-1', []],
    ['X-Robots-Tag', '', []],
    ['Content-Usage', 'train-ai=n', ['train-ai=n (Content-Usage header)']],
    ['Content-Usage', 'train-ai=no', ['unreadable content-usage (Content-Usage header)']],
    ['Content-Signal', 'ai-train=no', ['ai-train=no (Content-Signal header)']],
    [
      'Content-Signal',
      'search=yes, ai-train:no',
      ['search=yes (Content-Signal header)', 'unreadable content-signal (Content-Signal header)'],
    ],
    [
      'Content-Usage',
      'train-ai=n, search=no',
      ['train-ai=n (Content-Usage header)', 'unreadable content-usage (Content-Usage header)'],
    ],
    ['TDM-Reservation', '1', ['tdm-reservation=1 (header)']],
    ['tdm-reservation', 'yes', ['unreadable tdm-reservation (header)']],
    ['Link', `<https://example.com/l.xml>${rsl}`, ['license (Link header)']],
    ['Link', '</l.txt>; rel="license"', []],
  ];
  it.each(rows)('%s: %j', async (name, value, expected) => {
    const report = await examined(withHeader(name, value));
    expect(report.outcome).toBe('open');
    expect(stated(report)).toEqual(expected);
    expect(report.sources.map(({ name: source, status }) => `${source} ${status}`)).toEqual([
      'robots.txt read',
      'page read',
      'tdmrep.json absent',
      'ai.txt absent',
    ]);
  });
});

/** An HTML page in a charset, with a byte order mark if the charset has one. */
function inCharset(text: string, charset: string): Uint8Array {
  if (charset === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  if (charset === 'utf-8 with a mark') return Buffer.from(`\ufeff${text}`);
  return Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1');
}

describe('preflight says what stands in the page', () => {
  const elements: [string, string[]][] = [
    ['<meta name="robots" content="noindex">', ['noindex (meta robots)']],
    ["<meta name='foobot' content='noindex, noai'/>", ['noindex (meta foobot)', 'noai (meta foobot)']],
    ['<meta name="barbot" content="noindex">', []],
    ['<meta name="tdm-reservation" content="1">', ['tdm-reservation=1 (meta)']],
    [
      '<meta name="TDM-Reservation" content=1><meta name="tdm-policy" content="/p.json">',
      ['tdm-reservation=1 (meta)'],
    ],
    ['<link rel=license type=application/rsl+xml href=/l.xml>', ['license (page)']],
    ['<meta name="robots" content="index, follow">', []],
    ['<script type="application/rsl+xml"><rsl></rsl></script>', ['license (page)']],
  ];
  const charsets = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be', 'windows-1252'];
  const codings: [string, (octets: Uint8Array) => Uint8Array][] = [
    ['identity', (octets) => octets],
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ];
  it.each(elements)('%s in each charset and coding', async (element, expected) => {
    for (const charset of charsets) {
      for (const [coding, encode] of codings) {
        const type = charset.startsWith('utf-8') ? 'text/html' : `Text/HTML; Charset="${charset}"`;
        const body = encode(inCharset(html(element).body, charset));
        const headers = { 'content-type': type, 'content-encoding': coding };
        const report = await examined({ page: { status: 200, headers, body } });
        expect(stated(report), `${charset} ${coding}`).toEqual(expected);
      }
    }
  });

  it.each([
    [
      'a gzip body that breaks off',
      { 'content-encoding': 'gzip' },
      (octets: Uint8Array) => gzipSync(octets).subarray(0, -12),
    ],
    ['a body shorter than its length', { 'content-length': '9000' }, (octets: Uint8Array) => octets],
  ])('before the end of %s, and no more is concluded', async (_, headers, encode) => {
    const text = Array.from({ length: 400 }, (__, index) => `word${index * 7919}`).join(' ');
    const { body } = html('<meta name="robots" content="noindex">', text);
    const page = { status: 200, headers: { ...HTML, ...headers }, body: encode(Buffer.from(body)) };
    const other = html('', text.repeat(20));
    const report = await examined({ page, other });
    expect(stated(report)).toEqual([
      'noindex (meta robots)',
      'page read in part (It ended early, or cannot be decoded)',
    ]);
    expect(report.sources).toContainEqual(
      expect.objectContaining({
        name: 'page',
        status: 'in-part',
        note: 'It ended early, or cannot be decoded',
      }),
    );
  });
});

describe('preflight says which places it could not read to their end', () => {
  const rest = `${'x '.repeat(300_000)}<meta name="robots" content="noindex">`;
  it.each([
    [
      'a page that goes on',
      { page: html('', rest) },
      'page',
      'in-part',
      'Only its first 524288 octets were read',
    ],
    [
      'a coding that nobody knows',
      { page: { status: 200, headers: { ...HTML, 'content-encoding': 'zstd' }, body: Buffer.from([1, 2]) } },
      'page',
      'unknown',
      'It ended early, or cannot be decoded',
    ],
    [
      'a robots.txt that goes on',
      { robots: `#${'x'.repeat(DEFAULT_MAX_BYTES)}\nContent-Usage: train-ai=n\n` },
      'robots.txt',
      'in-part',
      'It is longer than crawlers must read; the rest was not read',
    ],
  ] as const)('%s', async (_, site, name, status, note) => {
    const report = await examined(site);
    const what = status === 'unknown' ? 'page not read' : 'page read in part';
    expect([report.outcome, stated(report)]).toEqual(['open', name === 'page' ? [`${what} (${note})`] : []]);
    const source = report.sources.find((each) => each.name === name);
    expect(source).toMatchObject({ status, note });
    expect(source && silenceOf(source)).toContain(note);
  });
});

describe('preflight says what stands in files beside robots.txt', () => {
  const one = (value: unknown, location = '/') => JSON.stringify([{ location, 'tdm-reservation': value }]);
  const files: [string, HttpAnswer, string[], string][] = [
    ['a reservation', one(1), ['tdm-reservation=1 (tdmrep.json)'], 'read'],
    ['no reservation', one(0), ['tdm-reservation=0 (tdmrep.json)'], 'read'],
    ['another path', one(1, '/other'), [], 'read'],
    ['another value', one('yes'), [], 'unknown'],
    ['an object', '{}', [], 'unknown'],
    ['broken JSON', '[{"location"', [], 'unknown'],
    ['a page of HTML with status 200', html(''), [], 'absent'],
    ['403', { status: 403 }, [], 'unknown'],
    ['503', { status: 503 }, [], 'unknown'],
    ['a cut connection', (_, response) => void response.socket?.destroy(), [], 'unknown'],
    ['more than is read', { body: `[${'{},'.repeat(300_000)}{}]` }, [], 'unknown'],
    ['a deep value', `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, [], 'read'],
  ];
  it.each(files)('tdmrep.json: %s', async (_, tdmrep, expected, status) => {
    const report = await examined({ tdmrep });
    expect(stated(report)).toEqual(expected);
    expect(report.sources.find(({ name }) => name === 'tdmrep.json')?.status).toBe(status);
  });

  it('ai.txt, where it is there', async () => {
    const report = await examined({ ai: 'User-Agent: *\nDisallow: /\n' });
    expect(report.states).toMatchObject([{ what: 'ai.txt', where: expect.stringMatching(/\/ai\.txt$/) }]);
    expect((await examined({ ai: html('') })).states).toEqual([]);
    for (const ai of [' \n', '{"error":"no such path"}', { body: gzipSync('Disallow: /\n') }]) {
      expect((await examined({ ai })).states).toEqual([]);
    }
  });
});

describe('preflight says what the page shows', () => {
  const long = html('', 'word '.repeat(2000));
  const coded = (body: Uint8Array) => ({
    status: 200,
    headers: { ...HTML, 'content-encoding': 'gzip' },
    body,
  });
  const rows: [string, HttpAnswer, HttpAnswer, string[]][] = [
    ['nothing', { status: 200, headers: HTML, body: '' }, long, ['empty page (HTTP status 200)']],
    ['markup alone', html('', ''), long, ['empty page (HTTP status 200)']],
    ['nothing in gzip', coded(gzipSync('')), long, ['empty page (HTTP status 200)']],
    [
      'a body that cannot be decoded',
      coded(Buffer.from('no gzip')),
      long,
      ['page not read (It ended early, or cannot be decoded)'],
    ],
    [
      'a page that goes on',
      html('', 'word '.repeat(200_000)),
      html('', 'word '.repeat(400_000)),
      ['page read in part (Only its first 524288 octets were read)'],
    ],
    ['the same', long, long, []],
    ['much less', html('', 'word '.repeat(100)), long, ['shortened page (400 of 8000 characters of text)']],
    [
      'a script instead of text',
      html('', '<script>x</script>'),
      long,
      ['shortened page (0 of 8000 characters of text)'],
    ],
    [
      'much less than a page that goes on',
      html('', 'word'),
      html('', 'w '.repeat(400_000)),
      [expect.stringMatching(/^shortened page \(4 of at least \d+ characters of text\)$/)],
    ],
    ['less than others are refused', html('', 'word'), { status: 403, body: 'word '.repeat(2000) }, []],
  ];
  it.each(rows)('%s', async (_, page, other, expected) => {
    const report = await examined({ page, other });
    expect(report.outcome).toBe('open');
    expect(stated(report)).toEqual(expected);
  });

  it('and reads no more of it than its limit', async () => {
    let sent = 0;
    const endless: HttpAnswer = (_, response) => {
      sent++;
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n';
      if (response.socket) pour(response.socket, head, 'word '.repeat(10_000));
    };
    const report = await examined({ page: endless });
    expect(report.outcome).toBe('open');
    expect(sent).toBe(2);
    const bomb = coded(gzipSync(Buffer.alloc(50_000_000, '<a b=c ')));
    expect((await examined({ page: bomb })).outcome).toBe('open');
  });
});

describe('the words', () => {
  it('have restrictions first, count what is beyond a dozen, and say "and" where nothing is restricted', async () => {
    const robots = 'User-agent: *\nAllow: /\n\n# nothing\nContent-Usage: train-ai=n, search=y\n';
    const { outcome, states } = await examined({ ...withHeader('X-Robots-Tag', 'noindex'), robots });
    expect(withStates(outcome, states)).toBe(
      'open, but states: noindex (header), train-ai=n (Content-Usage, line 5), search=y (Content-Usage, line 5)',
    );
    const granting = await examined(withHeader('Content-Usage', 'search=y'));
    expect(withStates('open', granting.states)).toBe('open, and states: search=y (Content-Usage header)');
    const many = await examined(
      withHeader(
        'X-Robots-Tag',
        Array.from({ length: 40 }, (_, at) => `no${at}`),
      ),
    );
    expect(withStates('open', many.states)).toMatch(/no11 \(header\), and 8 more$/);
    expect(many.statesOmitted).toBe(20);
    expect(withStates('open', many.states, many.statesOmitted)).toMatch(/no11 \(header\), and 28 more$/);
    expect(granting.statesOmitted).toBeUndefined();
  });

  it('a restriction is shown, however many others stand before it', async () => {
    const unreadable = Array.from({ length: 40 }, (_, at) => `\u00e9${at}`);
    const report = await examined(withHeader('X-Robots-Tag', [...unreadable, 'noindex']));
    expect([report.states[0]?.what, report.statesOmitted]).toEqual(['noindex', 21]);
  });
});
