/** Hostile sitemaps as a site would send them: a name, the octets, and whether they are compressed. */
import { gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;

export const sitemaps = [
  ['45-MB-of-spaces', gzipSync(' '.repeat(45 * MIB)), true],
  ['60-MB-of-less-than', Buffer.from('<'.repeat(60 * MIB)), false],
  [
    '1000000-locations',
    gzipSync(`<urlset>${'<url><loc>https://a.example/b</loc></url>\n'.repeat(1_000_000)}</urlset>`),
    true,
  ],
];
