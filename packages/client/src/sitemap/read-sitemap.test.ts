/** Sitemaps and feeds are read as their protocols say, and what is lost of them is counted. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LocationReader } from './location-reader.ts';
import { MAX_LOCATIONS, MAX_SITEMAP_BYTES, readSitemap, type UnreadSitemap } from './read-sitemap.ts';

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
        expect(content).toEqual({
          kind: 'urls',
          locations: ['https://a.example/\u00e9'],
          isComplete: true,
          skipped: 0,
        });
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

const content = (text: string | Uint8Array, isCut = false) =>
  readSitemap({ octets: Buffer.from(text as string), contentEncoding: undefined, isCut });

describe('a feed is a sitemap', () => {
  it.each([
    [
      'RSS 2.0',
      '<rss version="2.0"><channel><link>https://a.example/</link><item><link>https://a.example/1</link></item></channel></rss>',
    ],
    [
      'RSS 0.91',
      '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "x" "y.dtd"><rss version="0.91"><channel><item><link> https://a.example/1 </link></item></channel></rss>',
    ],
    [
      'RSS 1.0',
      '<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><link>https://a.example/</link></channel><item><link>https://a.example/1</link></item></rdf:RDF>',
    ],
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/><entry><link rel="edit" href="https://a.example/2"/><link href="https://a.example/1"/></entry></feed>',
    ],
    [
      'Atom 0.3',
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" type="text/html" href="https://a.example/1"/></entry></feed>',
    ],
    [
      'RSS with links of Atom',
      '<rss xmlns:atom="a"><channel><item><atom:link href="https://a.example/2"/><link>https://a.example/1</link></item></channel></rss>',
    ],
    [
      'RSS with identifiers',
      '<rss><channel><item><guid>https://a.example/1</guid></item><item><guid isPermaLink="false">https://a.example/2</guid></item></channel></rss>',
    ],
  ])('%s', async (_, text) => {
    const expected = { kind: 'urls', locations: ['https://a.example/1'], isComplete: true, skipped: 0 };
    expect(await content(text)).toEqual(expected);
    expect(await content(gzipSync(text))).toEqual(expected);
    expect(await content(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(expected);
  });
});

describe('a sitemap is complete only if no location was lost', () => {
  const NS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const one = '<url><loc>https://a.example/1</loc></url>';

  it.each([
    ['another case', '<UrlSet><URL><Loc>https://a.example/1</Loc></URL></UrlSet>'],
    [
      'a namespace for an entry alone',
      `<urlset><url xmlns="${NS}"><loc>https://a.example/1</loc></url></urlset>`,
    ],
    [
      'no namespace for an entry',
      `<urlset xmlns="${NS}"><url xmlns=""><loc>https://a.example/1</loc></url></urlset>`,
    ],
    [
      'another prefix',
      `<s_m.1:urlset xmlns:s_m.1="${NS}"><s_m.1:url><s_m.1:loc>HTTPS://a.example/1</s_m.1:loc></s_m.1:url></s_m.1:urlset>`,
    ],
    ['lines', '\n\n  https://a.example/1\n\n'],
    ['a long comment', `<!-- ${'x'.repeat(9000)} --><urlset>${one}</urlset>`],
  ])('with %s: it is', async (_, text) => {
    const { locations, isComplete } = await content(text);
    expect([locations.map((url) => url.toLowerCase()), isComplete]).toEqual([['https://a.example/1'], true]);
  });

  it.each([
    ['an end in an element', `<urlset>${one}<url><loc>https://a.exa`, 0],
    ['an end between elements', `<urlset>${one}`, 0],
    [
      'an element in a location',
      `<urlset>${one}<url><loc><url>https://a.example/2</url></loc></url></urlset>`,
      1,
    ],
    [
      'a line break in a location',
      `<urlset>${one}<url><loc>https://a.example/2<br/></loc></url></urlset>`,
      1,
    ],
    ['a "<" in a location', `<urlset>${one}<url><loc>https://a.example/?q=x<y</loc></url></urlset>`, 1],
    ['a location that does not end', `<urlset>${one}<url><loc>https://a.example/2</url></urlset>`, 1],
    [
      'a location of a foreign namespace',
      `<urlset xmlns="${NS}">${one}<url><loc xmlns="x">https://a.example/2</loc></url></urlset>`,
      1,
    ],
    [
      'an entry without a location',
      `<urlset>${one}<url><lastmod>2026</lastmod></url><url><loc/></url></urlset>`,
      2,
    ],
    [
      'locations that are no URLs',
      `<urlset>${one}${['/a', 'javascript:alert(1)', 'not a url', 'ftp://a.example/'].map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
      4,
    ],
    ['lines that are no URLs', 'https://a.example/1\nUser-agent: *\n', 1],
    [
      'a location that is too long',
      `<urlset>${one}<url><loc>https://a.example/${'x'.repeat(9000)}</loc></url></urlset>`,
      1,
    ],
  ])('with %s: it is not', async (_, text, skipped) => {
    const found = await content(text);
    expect(found).toEqual({ kind: 'urls', locations: ['https://a.example/1'], isComplete: false, skipped });
  });

  it('nor with entries of an index that name nothing', async () => {
    const index = `<sitemapindex>${'<sitemap><lastmod>2026</lastmod></sitemap>'.repeat(15)}</sitemapindex>`;
    expect(await content(index)).toEqual({ kind: 'index', locations: [], isComplete: false, skipped: 15 });
  });

  it('nor with a packed body that breaks off: what came before is kept', async () => {
    const urls = Array.from(
      { length: 5000 },
      (_, n) => `<url><loc>https://a.example/${n * 7919}</loc></url>`,
    );
    const packed = gzipSync(`<urlset>${urls.join('')}</urlset>`);
    const found = await content(packed.subarray(0, packed.length - 9000));
    expect(found.locations.length).toBeGreaterThan(100);
    expect(found.isComplete).toBe(false);
  });

  it.each([
    ['', 'it is empty'],
    [' \n', 'it is empty'],
    ['<?xml version="1.0"?>', 'it has no elements'],
    ['<!-- <urlset> -->', 'it has no elements'],
    ['User-agent: *\nSitemap: https://a.example/', 'its first line is "User-agent: *"'],
    ['Error: not found', 'its first line'],
    ['title: my site\nhttps://a.example/1', 'its first line'],
    ['warning: deprecated', 'its first line'],
    ['127.0.0.1 - - [29/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1', 'its first line'],
    ['<!doctype html><html><body><feed><entry/></feed></body></html>', 'its outermost element is <html>'],
    [gzipSync('<html></html>'), 'its outermost element is <html>'],
    ['<svg xmlns="s"><url><loc>https://a.example/1</loc></url></svg>', 'its outermost element is <svg>'],
  ])('nor is %j one', async (text, fault) => {
    expect(await content(text)).toMatchObject({
      locations: [],
      isComplete: false,
      fault: expect.stringContaining(fault),
    });
  });
});

describe('the cost of a sitemap: every character goes through the parser once, and none after the end', () => {
  const MIB = 1024 * 1024;
  const location = '<url><loc>https://shop.example/products/lamp</loc></url>\n';
  /** The fill, and the number of its characters that the parser gets: all of them, or up to the end of reading. */
  const fills: [string, string, most?: number][] = [
    ['lines', '\n'.repeat(2 * MIB), 0],
    ['<', '<'.repeat(2 * MIB)],
    ['locations', `<urlset>${location.repeat(60_000)}`, 8 + MAX_LOCATIONS * location.length + 65_536],
    ['NUL', `<urlset>${'\0'.repeat(2 * MIB)}`],
    ['references', `<urlset><url><loc>${'&amp;'.repeat(MIB / 2)}`],
    ['elements within each other', '<a>'.repeat(MIB), 65_536],
    ['attributes', `<urlset ${'a="b" '.repeat(MIB / 2)}`],
    ['prefixes', `<urlset ${Array.from({ length: MIB / 8 }, (_, n) => `xmlns:a${n}="b" `).join('')}`],
    ['a comment', `<urlset><!--${'--'.repeat(MIB)}`],
    ['a section', `<urlset><url><loc><![CDATA[${']]'.repeat(MIB)}`],
    ['declarations', `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(MIB / 8)}>`],
    ['more than the limit', `<urlset><!--${'a'.repeat(MAX_SITEMAP_BYTES)}`, MAX_SITEMAP_BYTES],
  ];

  it.each(fills)('%s', async (_, text, most = text.length) => {
    const write = vi.spyOn(Parser.prototype, 'write');
    onTestFinished(() => write.mockRestore());
    await readSitemap({ octets: gzipSync(text), contentEncoding: undefined, isCut: false });
    const pieces = write.mock.calls.map(([piece]) => piece.length);
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(most);
    expect(Math.max(0, ...pieces)).toBeLessThanOrEqual(65_536);
  });
});
