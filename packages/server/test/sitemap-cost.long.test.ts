/**
 * Measures the processor time that the service needs for the worst sitemaps. Compares it with the time that the parsing
 * libraries alone need for the same octets.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { MAX_SITEMAP_BYTES } from '@robots-exclusion/client/sitemaps';
import { buildOnce } from '@robots-exclusion/testkit';
import { Parser } from 'htmlparser2';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endServers, serveFor, site } from './serving.ts';

beforeAll(buildOnce);
afterEach(endServers);

const MIB = 1024 * 1024;
const location = '<url><loc>https://shop.example/products/lamp</loc></url>\n';
const fills: readonly (readonly [string, string, boolean])[] = [
  ['45 MB of spaces, packed', ' '.repeat(45 * MIB), true],
  ['60 MB of <', '<'.repeat(60 * MIB), false],
  ['1,000,000 locations', `<urlset>${location.repeat(900_000)}`, true],
  ['NUL', `<urlset>${'\0'.repeat(45 * MIB)}`, true],
  ['lines', '\n'.repeat(45 * MIB), true],
  ['references', `<urlset><url><loc>${'&amp;'.repeat(9 * MIB)}`, true],
  ['elements within each other', '<a>'.repeat(15 * MIB), true],
  ['attributes', `<urlset ${'a="b" '.repeat(7 * MIB)}`, true],
  ['prefixes', `<urlset ${Array.from({ length: MIB }, (_, n) => `xmlns:a${n}="b${n}" `).join('')}`, true],
  ['a comment', `<urlset><!--${'--'.repeat(22 * MIB)}`, true],
  ['a section', `<urlset><url><loc><![CDATA[${']]'.repeat(22 * MIB)}`, true],
  ['a document type', `<!DOCTYPE a [${'<!ENTITY a "b">'.repeat(3 * MIB)}`, true],
];

/** The processor time of the whole process, in milliseconds. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Parses with the libraries alone. Stops at the service's limit on octets, or at 1,000 open elements, which is more
 * than the service accepts.
 */
function bareParse(octets: Buffer, isPacked: boolean): void {
  const text = (isPacked ? gunzipSync(octets) : octets).subarray(0, MAX_SITEMAP_BYTES).toString('utf8');
  let depth = 0;
  const parser = new Parser({ onopentagname: () => void depth++, ontext() {} }, { xmlMode: true });
  for (let at = 0; at < text.length && depth < 1000; at += 65_536) parser.write(text.slice(at, at + 65_536));
}

describe('GET /v1/sitemap', () => {
  it.each(fills)('reads %s for twice the time of its libraries', async (_, text, isPacked) => {
    const octets = isPacked ? gzipSync(text) : Buffer.from(text);
    const shop = await site({
      '/robots.txt': { status: 404 },
      '/small.xml': { status: 200, body: '<urlset/>' },
      '/sitemap.xml': { status: 200, body: octets },
    });
    const server = await serveFor([shop], { limits: { workDeadlineMs: 60_000 } });
    await server.get(`/v1/sitemap?url=${shop.origin}/small.xml`);
    const least = await cpuOf(() => bareParse(octets, isPacked));
    const spent = await cpuOf(() => server.get(`/v1/sitemap?url=${shop.origin}/sitemap.xml`));
    // The allowance of 600 ms covers the work of sending, receiving and copying up to 60 MB, which is not part of
    // reading. It also covers files of which only a little is read.
    expect(spent).toBeLessThan(2 * least + 600);
    expect(await cpuOf(() => new Promise((resolve) => setTimeout(resolve, 300)))).toBeLessThan(150);
  });
});
