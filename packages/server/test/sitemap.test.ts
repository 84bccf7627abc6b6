/** Tests the service's route for sitemaps: the data that it reads, and the effects of a hostile sitemap. */
import { gzipSync } from 'node:zlib';
import { LocationReader, readSitemap, type UnreadSitemap } from '@robots-exclusion/client/sitemaps';
import { buildOnce } from '@robots-exclusion/testkit';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serveFor, site } from './serving.ts';

function read(pieces: readonly string[], max = 50_000): LocationReader {
  const reader = new LocationReader(max);
  for (const piece of pieces) if (!reader.push(piece)) return reader;
  reader.end();
  return reader;
}

const urlset =
  '<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc> https://a.example/?x=1&amp;y=2 </loc></url><url><loc><![CDATA[https://a.example/b]]></loc></url></urlset>';

describe('the reader of locations', () => {
  it('reads elements, escapes and sections', () => {
    expect(read([urlset])).toMatchObject({
      kind: 'urls',
      locations: ['https://a.example/?x=1&y=2', 'https://a.example/b'],
    });
  });

  it.each([
    ['/?a=1&#38;b=2&#x26;c', '/?a=1&b=2&c'],
    ['/?a&nbsp;&b=1', '/?a&nbsp;&b=1'],
    ['<![CDATA[ /a ]]>', '/a'],
    ['/a<!-- of b -->/b', '/a/b'],
    ['/a<![CDATA[&amp;]]>', '/a&amp;'],
  ])('reads %s', (text, location) => {
    expect(read([`<urlset><loc>${text}</loc></urlset>`]).locations).toEqual([location]);
  });

  it.each([
    ['a prefix', '<sm:urlset xmlns:sm="s"><sm:url><sm:loc>/a</sm:loc></sm:url></sm:urlset>'],
    ['a prefix that nobody declares', '<sm:urlset><sm:url><sm:loc>/a</sm:loc></sm:url></sm:urlset>'],
    ['two prefixes of one namespace', '<urlset xmlns="s" xmlns:t="s"><url><t:loc>/a</t:loc></url></urlset>'],
    ['white space in tags', '<urlset\n><url ><loc\t>/a</loc\r\n></url></urlset>'],
    [
      'images',
      '<urlset xmlns="s" xmlns:i="i"><url><loc>/a</loc><i:image><i:loc>/b</i:loc></i:image></url></urlset>',
    ],
    ['an extension', '<urlset xmlns="s" xmlns:i="i"><url><loc>/a</loc><i:loc>/b</i:loc></url></urlset>'],
    ['a redeclared prefix', '<urlset xmlns="s"><url><loc xmlns="other">/b</loc><loc>/a</loc></url></urlset>'],
    ['comments', '<urlset><!-- <url><loc>/b</loc></url> --><url><loc>/a</loc></url></urlset>'],
    ['instructions', '<urlset><?x <url><loc>/b</loc></url> ?><url><loc>/a</loc></url></urlset>'],
    ['sections', '<urlset><![CDATA[<url><loc>/b</loc></url>]]><url><loc>/a</loc></url></urlset>'],
    ['attributes', '<urlset a="<loc>/b</loc>"><url><loc>/a</loc></url></urlset>'],
    ['a location that is left open', '<urlset><url><loc>/b</url><url><loc>/a</loc></url></urlset>'],
    ['a part of a file', '<loc>/a</loc></url>'],
    ['a byte order mark', '\u{feff}<urlset><url><loc>/a</loc></url></urlset>'],
    ['a document type', '<!DOCTYPE urlset SYSTEM "a.dtd"><urlset><url><loc>/a</loc></url></urlset>'],
  ])('reads one location of a file with %s', (_, text) => {
    expect(read([text])).toMatchObject({ locations: ['/a'], fault: undefined });
  });

  it.each([
    ['declares entities', '<!DOCTYPE a [<!ENTITY e "><urlset><url><loc>/x</loc></url>">]><urlset/>'],
    ['is nested too deeply', '<a>'.repeat(100)],
  ])('reads nothing of a file that %s', (_, text) => {
    const reader = read([text, '<loc>/x</loc>']);
    expect(reader.locations).toEqual([]);
    expect(reader.fault).toBeDefined();
  });

  it('reads the same however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(urlset.length), { maxLength: 20 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), urlset.length];
        const pieces = at.slice(1).map((end, index) => urlset.slice(at[index], end));
        expect(read(pieces).locations).toEqual(read([urlset]).locations);
      }),
    );
  });

  it('tells an index, and a list of lines', () => {
    const index = '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
    expect(read([index])).toMatchObject({ kind: 'index', locations: ['https://a.example/1.xml'] });
    expect(read(['https://a.example/1\r\nhttps://a.', 'example/2'])).toMatchObject({
      kind: 'urls',
      locations: ['https://a.example/1', 'https://a.example/2'],
    });
    expect(read([]).locations).toEqual([]);
    expect(read(['<html><p>Not found</p></html>']).locations).toEqual([]);
    expect(read(['<a>', '<loc>/x</loc></a>']).locations).toEqual([]);
    expect(read(['   \r\n', ' \t/a\r', '\n/b']).locations).toEqual(['/a', '/b']);
  });

  it('holds no more than one location, however long or unfinished', () => {
    const reader = read(['<urlset><loc>', ...Array.from({ length: 100 }, () => 'x'.repeat(10_000))]);
    expect(reader.locations).toEqual([]);
    expect(read(['a\nb\nc'], 2)).toMatchObject({ locations: ['a', 'b'], isCut: true });
  });
});

describe('the encoding of a sitemap', () => {
  const list = 'https://a.example/\u00e9\n';
  const xml = '<urlset><url><loc>https://a.example/\u00e9</loc></url></urlset>';
  const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
  const encodings: [string, (text: string) => Buffer][] = [
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first, with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, little end first', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first, with a mark', (text) => utf16be(`\ufeff${text}`)],
    ['UTF-16, big end first', utf16be],
  ];
  const packings: [string, (octets: Buffer) => Pick<UnreadSitemap, 'octets' | 'contentEncoding'>][] = [
    ['as it is', (octets) => ({ octets, contentEncoding: undefined })],
    ['packed', (octets) => ({ octets: gzipSync(octets), contentEncoding: undefined })],
    ['packed on its way', (octets) => ({ octets: gzipSync(octets), contentEncoding: 'gzip' })],
    ['packed twice', (octets) => ({ octets: gzipSync(gzipSync(octets)), contentEncoding: 'gzip' })],
  ];

  it.each(encodings)('reads %s, whatever its packing', async (_, encode) => {
    for (const [, pack] of packings) {
      for (const text of [xml, `<?xml version="1.0" encoding="UTF-16"?>${xml}`, list]) {
        const content = await readSitemap({ ...pack(encode(text)), isCut: false });
        expect(content).toEqual({ kind: 'urls', locations: ['https://a.example/\u00e9'], isComplete: true });
      }
    }
  });

  it.each([
    ['with a mark, little end first', [0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]],
    ['with a mark, big end first', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c]],
    ['little end first', [0x3c, 0, 0, 0, 0x61, 0, 0, 0]],
    ['big end first', [0, 0, 0, 0x3c, 0, 0, 0, 0x61]],
  ])('refuses UTF-32 by its name: %s', async (_, octets) => {
    for (const [, pack] of packings) {
      const content = await readSitemap({ ...pack(Buffer.from(octets)), isCut: false });
      expect(content).toMatchObject({ locations: [], fault: 'its text is UTF-32' });
    }
  });
});

describe('GET /v1/sitemap', () => {
  beforeAll(buildOnce);
  afterEach(endServers);

  it('fetches a packed sitemap, after redirects', async () => {
    const shop = await site({
      '/robots.txt': { status: 404 },
      '/old.xml': { status: 301, headers: { location: '/sitemap.xml.gz' } },
      '/sitemap.xml.gz': { status: 200, body: gzipSync(urlset) },
    });
    const server = await serveFor([shop]);
    const { status, json } = await server.get(`/v1/sitemap?url=${shop.origin}/old.xml`);
    expect(status).toBe(200);
    expect(json).toMatchObject({ url: `${shop.origin}/sitemap.xml.gz`, kind: 'urls', isComplete: true });
    expect(json.locations).toHaveLength(2);
  });

  it('stops reading a bomb, and says that it did', async () => {
    const bomb = gzipSync(Buffer.from(`<urlset>${' '.repeat(60 * 1024 * 1024)}`));
    const shop = await site({ '/robots.txt': { status: 404 }, '/bomb.xml': { status: 200, body: bomb } });
    const server = await serveFor([shop]);
    const { json } = await server.get(`/v1/sitemap?url=${shop.origin}/bomb.xml`);
    expect(json).toMatchObject({ locations: [], isComplete: false });
  });

  it('answers no more octets than an answer may have, however few were sent', async () => {
    const locations = '<url><loc>https://a.example/a\u0001b</loc></url>'.repeat(1000);
    const shop = await site({
      '/robots.txt': { status: 404 },
      '/many.xml': { status: 200, body: gzipSync(`<urlset>${locations}</urlset>`) },
    });
    const url = `/v1/sitemap?url=${shop.origin}/many.xml`;
    const few = await serveFor([shop], { limits: { maxAnswerBytes: 25_000 } });
    expect((await few.get(url)).json).toMatchObject({ type: expect.stringContaining('answer-too-large') });
    const enough = await serveFor([shop], { limits: { maxAnswerBytes: 50_000 } });
    expect((await enough.get(url)).json.locations).toHaveLength(1000);
  });

  it('obeys robots.txt, and says what went wrong', async () => {
    const shop = await site({
      '/robots.txt': { status: 200, body: 'User-agent: *\nDisallow: /private/\n' },
      '/page.xml': { status: 200, body: '<!doctype html><html><p>Not found</p></html>' },
      '/words.txt': { status: 200, body: 'Not found' },
      '/loop.xml': { status: 302, headers: { location: '/loop.xml' } },
      '/cut.xml.gz': { status: 200, body: gzipSync(urlset).subarray(0, 40) },
    });
    const server = await serveFor([shop]);
    const messageFor = async (url: string): Promise<string> => {
      const { status, json } = await server.get(`/v1/sitemap?url=${encodeURIComponent(url)}`);
      expect(status).toBe(400);
      return json.errors[0].message;
    };
    expect(await messageFor(`${shop.origin}/private/sitemap.xml`)).toContain('disallows');
    expect(shop.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
    expect(await messageFor(`${shop.origin}/gone.xml`)).toContain('answered 404');
    expect(await messageFor(`${shop.origin}/loop.xml`)).toContain('redirects more than 5 times');
    expect(await messageFor(`${shop.origin}/cut.xml.gz`)).toContain('cannot be read');
    expect(await messageFor(`${shop.origin}/page.xml`)).toContain(
      'cannot be read as a sitemap: its outermost element is <html>',
    );
    expect(await messageFor(`${shop.origin}/words.txt`)).toContain(
      'cannot be read as a sitemap: its first line is "Not found"',
    );
    // An address to which the service may not connect, even after a redirect from an allowed site.
    expect(await messageFor('http://127.0.0.1:9/sitemap.xml')).toMatch(/cannot be fetched|disallows/);
    expect(await messageFor('file:///etc/passwd')).toContain('http');
  });

  it('is not made to fetch by a page of a stranger', async () => {
    const shop = await site({ '/robots.txt': { status: 404 } });
    const server = await serveFor([shop]);
    const { status } = await server.get(`/v1/sitemap?url=${shop.origin}/x`, {
      'sec-fetch-site': 'cross-site',
    });
    expect(status).toBe(403);
    expect(shop.requests).toEqual([]);
  });
});
