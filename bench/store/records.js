/** Records as the client stores them, of typical robots.txt files. */
import { createClient, createMemoryStore } from '@robots-exclusion/client';

const templates = 1000;

/** The key of an origin. */
export function originOf(index) {
  return `https://www.site-${index}.example`;
}

/**
 * A thousand different records, encoded by the client itself. A third of the bodies are the default robots.txt of one
 * content management system. Most others are short, a few are long; the mean is 2.7 kB.
 */
export async function sampleRecords() {
  const store = createMemoryStore();
  let index = 0;
  const transport = {
    schemes: ['https'],
    send: async () => ({ status: 200, headers, body: Buffer.from(bodyOf(index)) }),
  };
  const client = createClient({ userAgent: 'BenchBot/1.0', store, transports: [transport] });
  const records = [];
  for (; index < templates; index += 1) {
    await client.check(`${originOf(index)}/`);
    records.push((await store.get(originOf(index))).value);
  }
  return records;
}

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'max-age=86400',
  etag: '"33-5f0c2a7e6b1c0"',
  'last-modified': 'Tue, 06 Jan 2026 10:00:00 GMT',
};

function bodyOf(index) {
  const site = originOf(index);
  const standard = `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: ${site}/wp-sitemap.xml\n`;
  if (index % 3 === 0) return standard;
  const rules = Math.round(8 * Math.exp(((index * 7919) % 1000) / 210));
  const lines = Array.from(
    { length: rules },
    (_, line) => `Disallow: /${(((index * 31 + line) * 2654435761) % 2 ** 32).toString(36)}/`,
  );
  return `${standard}\nUser-agent: OtherBot\n${lines.join('\n')}\n`;
}
