import { compile } from 'robots-exclusion';
import { sitemaps } from 'robots-exclusion/records';
import { counted } from '../../output/counted.ts';
import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';
import type { Visit } from '../visit.ts';
import { noFile } from './no-file.ts';

/** Limit on the sitemaps requested, because a file may name thousands. */
const MOST_ASKED = 3;
/** The number of octets read from the beginning of each sitemap. */
const MOST_BYTES = 4096;

/** Checks sitemaps against the protocol of sitemaps.org. */
export const sitemapsReachable: DoctorCheck = {
  code: 'sitemaps',
  title: 'The sitemaps exist and are allowed',
  problem: 'A sitemap is missing, or disallowed',
  why: 'Crawlers find new pages through sitemaps. A sitemap is useless if it is missing, invalid, or disallowed by the file that names it.',
  async run(visit): Promise<CheckFinding> {
    if (!visit.hasFile) return noFile;
    const urls = sitemaps(visit.document, { robotsUrl: visit.robots.finalUrl }).map(({ url }) => url);
    if (urls.length === 0) return { status: 'skip', seen: 'The file names no sitemap' };
    const looked: { url: string; problem?: string; note?: string }[] = [];
    for (const url of urls.slice(0, MOST_ASKED)) looked.push({ url, ...(await look(url, visit)) });
    const bad = looked.filter(({ problem }) => problem !== undefined);
    const more = urls.length > MOST_ASKED ? [`${urls.length - MOST_ASKED} more were not fetched`] : [];
    const details = [...looked.map(({ url, problem, note }) => `${url}: ${problem ?? note}`), ...more];
    if (bad.length === 0) return { status: 'ok', seen: `${counted(urls.length, 'sitemap')} named`, details };
    return {
      status: 'fail',
      seen: `${bad.length} of ${counted(looked.length, 'sitemap')} cannot be used`,
      details,
      fix: 'List only sitemaps that return 200, and allow their paths',
    };
  },
};

async function look(url: string, visit: Visit): Promise<{ problem?: string; note?: string }> {
  const { origin } = new URL(url);
  if (!/^https?:$/.test(new URL(url).protocol)) return { note: 'not fetched: not an HTTP URL' };
  if (origin !== visit.origin) return { note: 'not fetched: on another origin' };
  if (!compile(visit.document, '*').allows(url)) return { problem: 'disallowed by this robots.txt' };
  if (!visit.mayAsk(url)) return { note: 'not fetched: robots.txt does not allow this program' };
  const answer = await visit.ask(url, { maxBytes: MOST_BYTES });
  if (answer.status !== 200) return { problem: answerText(answer) };
  return isSitemap(answer.body) ? { note: 'a sitemap' } : { problem: 'status 200, but not a sitemap' };
}

/** Whether the body is XML with a sitemap's root element, gzip, or a plain list of URLs. */
function isSitemap(body: Uint8Array): boolean {
  if (body[0] === 0x1f && body[1] === 0x8b) return true;
  const head = Buffer.from(body).toString('utf8');
  return /<(?:[a-z]+:)?(?:urlset|sitemapindex|rss|feed)\b/i.test(head) || /^\ufeff?https?:\/\//.test(head);
}
