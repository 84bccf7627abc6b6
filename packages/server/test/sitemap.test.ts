/** Tests the service's route for sitemaps, and the effects of a hostile sitemap. */
import { gzipSync } from 'node:zlib';
import { buildOnce } from '@robots-exclusion/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serveFor, site } from './serving.ts';

const urlset =
  '<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc> https://a.example/?x=1&amp;y=2 </loc></url><url><loc><![CDATA[https://a.example/b]]></loc></url></urlset>';

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
    expect(json).toMatchObject({
      url: `${shop.origin}/sitemap.xml.gz`,
      kind: 'urls',
      isComplete: true,
      skipped: 0,
    });
    expect(json.locations).toHaveLength(2);
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
      expect(status).toBe(502);
      return json.detail;
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
    const down = await site({ '/robots.txt': { status: 503 } });
    const other = await serveFor([down]);
    const { json } = await other.get(`/v1/sitemap?url=${down.origin}/sitemap.xml`);
    expect(json.detail).toMatch(/was not requested, because its robots.txt is unreachable \(.*5xx.*\)$/);
    expect(down.requests.map(({ path }) => path)).toEqual(['/robots.txt']);
    // An address to which the service may not connect, even after a redirect from an allowed site.
    expect(await messageFor('http://127.0.0.1:9/sitemap.xml')).toContain('robots.txt is refused');
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
