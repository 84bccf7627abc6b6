import { blockedAssets, type PageAsset, shapeOf, styleAssets } from '@robots-exclusion/client/preflight';
import { counted } from '../../output/counted.ts';
import { answerText, isPage } from '../ask.ts';
import { askFor, type DoctorCheck, fails, holds, notApplicable, notLookedAt } from '../check.ts';
import type { Visit } from '../visit.ts';
import { MAX_PAGE_BYTES } from './x-robots-tag.ts';

/** Limit on the style sheets that are read. */
const MOST_SHEETS = 3;

/** Looks at the files of its own origin that the home page and its style sheets name. */
export const assets: DoctorCheck = {
  code: 'assets',
  ofFile: true,
  title: 'Search engines may fetch the files of this origin that the home page names',
  problem: 'Search engines may not fetch files that the home page names',
  why: 'Googlebot and bingbot render a page before they rank it. Without its scripts and style sheets they see it in part.',
  async run(visit) {
    const home = `${visit.origin}/`;
    const answer = await askFor(visit, home, MAX_PAGE_BYTES);
    if ('finding' in answer) return answer.finding;
    const { status } = answer;
    if (status === undefined || !isPage(answer)) return notLookedAt(`${home}: ${answerText(answer)}`);
    const { origin } = new URL(answer.finalUrl);
    if (origin !== visit.origin)
      return notLookedAt(`${home} redirects to ${origin}, whose own robots.txt decides about its files`);
    const { page } = shapeOf({ ...answer, status }, home);
    const ofPage = blockedAssets(visit.document, page, answer.finalUrl);
    const closed = new Set(ofPage.blocked.map(({ text }) => text));
    const isOpenSheet = ({ kind, url }: PageAsset): boolean =>
      kind === 'style sheet' && new URL(url).origin === origin && !closed.has(url);
    const sheets = await readSheets(visit, page.assets.filter(isOpenSheet));
    const named = { assets: [...page.assets, ...sheets.assets] };
    const { crawlers, files, blocked: found } = blockedAssets(visit.document, named, answer.finalUrl);
    if (found.length === 0) {
      if (crawlers.length === 0)
        return notApplicable('Neither Googlebot nor bingbot may fetch the home page');
      if (page.unread !== undefined) return notLookedAt(`${home}: ${page.unread}`);
      const where = sheets.read === 0 ? 'its HTML' : `its HTML and ${counted(sheets.read, 'style sheet')}`;
      if (files === 0)
        return notApplicable(
          `No scripts, style sheets, images or fonts of this origin are named in ${where}`,
        );
      const first = page.hasMoreAssets ? ', among the first 100 of the page' : '';
      const some = files === 1 ? 'the file' : `the ${files} files`;
      return holds(`${crawlers.join(' and ')} may fetch ${some} of this origin named in ${where}${first}`);
    }
    const details = found.map(({ what, where, text }) => `${what} for ${where}: ${text}`);
    return fails('warning', `${details[0]}`, 'Allow these files, or their folder', details);
  },
};

/** What the first style sheets name, and how many could be read. */
async function readSheets(
  visit: Visit,
  sheets: readonly PageAsset[],
): Promise<{ read: number; assets: PageAsset[] }> {
  const assets: PageAsset[] = [];
  let read = 0;
  for (const url of new Set(sheets.slice(0, MOST_SHEETS).map((sheet) => sheet.url))) {
    if (!visit.mayAsk(url)) continue;
    const { status, headers, body, finalUrl } = await visit.ask(url, { maxBytes: MAX_PAGE_BYTES });
    if (status !== 200 || !/^text\/css\b/i.test(headers['content-type'] ?? '')) continue;
    read++;
    for (const asset of styleAssets(new TextDecoder().decode(body))) {
      if (URL.canParse(asset.url, finalUrl))
        assets.push({ ...asset, url: new URL(asset.url, finalUrl).href });
    }
  }
  return { read, assets };
}
