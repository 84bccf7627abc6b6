import { blockedAssets, shapeOf } from '@robots-exclusion/client/preflight';
import { answerText, isPage } from '../ask.ts';
import { askFor, type DoctorCheck, fails, holds, notApplicable, notLookedAt } from '../check.ts';
import { MAX_PAGE_BYTES } from './x-robots-tag.ts';

/** Looks at the files that the home page loads from its own origin. */
export const assets: DoctorCheck = {
  code: 'assets',
  ofFile: true,
  title: 'Search engines may fetch what the home page loads from this origin',
  problem: 'Search engines may not fetch what the home page loads',
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
    const { crawlers, files, blocked: found } = blockedAssets(visit.document, page, answer.finalUrl);
    if (found.length === 0) {
      if (crawlers.length === 0)
        return notApplicable('Neither Googlebot nor bingbot may fetch the home page');
      if (page.unread !== undefined) return notLookedAt(`${home}: ${page.unread}`);
      if (files === 0)
        return notApplicable(
          'The HTML of the home page names no scripts, style sheets, images or fonts of this origin',
        );
      const named = files === 1 ? 'the file' : `the ${files} files`;
      return holds(`${crawlers.join(' and ')} may fetch ${named} of this origin that its HTML names`);
    }
    const details = found.map(({ what, where, text }) => `${what} for ${where}: ${text}`);
    return fails('warning', `${details[0]}`, 'Allow these files, or their folder', details);
  },
};
