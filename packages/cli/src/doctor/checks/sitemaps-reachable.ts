import { readSitemap } from '@robots-exclusion/client/sitemaps';
import { compile } from 'robots-exclusion';
import { sitemaps } from 'robots-exclusion/records';
import { counted } from '../../output/counted.ts';
import { type Answer, answerText, inPlaceOfAnswer } from '../ask.ts';
import { type DoctorCheck, fails, holds, notApplicable, notLookedAt } from '../check.ts';
import type { Visit } from '../visit.ts';

/** Limit on the sitemaps requested, because a file may name thousands. */
const MOST_ASKED = 3;
/** The number of octets read from the beginning of each sitemap. */
const MOST_BYTES = 1_048_576;

export const sitemapsReachable: DoctorCheck = {
  code: 'sitemaps',
  ofFile: true,
  title: 'Each sitemap that was fetched exists and is allowed',
  problem: 'A sitemap is missing, or disallowed',
  why: 'Crawlers find new pages through sitemaps. A sitemap is useless if it is missing, invalid, or disallowed by the file that names it.',
  async run(visit) {
    const urls = sitemaps(visit.document, { robotsUrl: visit.robots.finalUrl }).map(({ url }) => url);
    if (urls.length === 0) return notApplicable('The file names no sitemap');
    const looked: Look[] = [];
    for (const url of urls.slice(0, MOST_ASKED)) looked.push({ url, ...(await look(url, visit)) });
    const bad = looked.filter(({ problem }) => problem !== undefined);
    const more = urls.length > MOST_ASKED ? [`${urls.length - MOST_ASKED} more were not fetched`] : [];
    const details = [...looked.map(({ url, problem, note }) => `${problem ?? note}: ${url}`), ...more];
    if (bad.length > 0) {
      const fix = 'List only sitemaps that return 200, and allow their paths';
      return fails(
        'error',
        `${bad.length} of ${counted(looked.length, 'sitemap')} cannot be used`,
        fix,
        details,
      );
    }
    const [unseen, ...others] = looked.filter(({ isUnseen }) => isUnseen);
    const count = looked.length - (unseen ? others.length + 1 : 0);
    const reason = unseen ? `; ${unseen.note}: ${unseen.url}` : '';
    const seen = `${count} of ${counted(urls.length, 'named sitemap')} fetched${reason}`;
    return (count === 0 ? notLookedAt : holds)(seen, details);
  },
};

interface Looked {
  readonly problem?: string;
  readonly note?: string;
  readonly isUnseen?: true;
}

type Look = Looked & { readonly url: string };

async function look(url: string, visit: Visit): Promise<Looked> {
  const unseen = (why: string, outcome = 'not fetched') => ({
    note: `${outcome}: ${why}`,
    isUnseen: true as const,
  });
  const { origin } = new URL(url);
  if (!/^https?:$/.test(new URL(url).protocol)) return unseen('not an HTTP URL');
  if (origin !== visit.origin) return unseen('on another origin');
  if (!compile(visit.document, '*').allows(url)) return { problem: 'disallowed by this robots.txt' };
  if (!visit.mayAsk(url)) return unseen('robots.txt does not allow this program');
  const answer = await visit.ask(url, { maxBytes: MOST_BYTES });
  if (answer.status === 404 || answer.status === 410) return { problem: answerText(answer) };
  const inPlace = inPlaceOfAnswer(answer, 'the sitemap');
  if (inPlace?.isFilter) return unseen(inPlace.message, 'not known');
  return answer.status === 200 ? inSitemap(answer) : unseen(answerText(answer), 'not known');
}

/** What the sitemap's reader finds in the part that was read. */
async function inSitemap({ body, isTruncated }: Answer): Promise<Looked> {
  const unread = { octets: body, contentEncoding: undefined, isCut: isTruncated };
  const { fault, skipped, locations, isComplete } = await readSitemap(unread);
  if (fault !== undefined) return { problem: `status 200, but not a sitemap: ${fault}` };
  if (skipped > 0) return { problem: `${skipped} of its entries have no location that can be read` };
  if (!isComplete && !isTruncated)
    return { problem: 'it ends early, or has more locations than a sitemap may have' };
  const part = isTruncated ? ` in its first ${MOST_BYTES} octets` : '';
  return { note: `a sitemap, with ${counted(locations.length, 'location')}${part}` };
}
