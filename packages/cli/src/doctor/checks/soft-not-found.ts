import { randomBytes } from 'node:crypto';
import { answerText, inPlaceOfAnswer } from '../ask.ts';
import { askFor, type DoctorCheck, fails, holds, notLookedAt } from '../check.ts';

/** The number of octets read from the beginning of the page. */
const MOST_BYTES = 4096;

/** Requests a random path, which no site has, to see whether the site responds with 404. */
export const softNotFound: DoctorCheck = {
  code: 'soft-not-found',
  title: 'The site returns 404 for a missing file',
  problem: 'The site does not return 404 for a missing file',
  why: 'If every request is answered with 200, a lost robots.txt is silently replaced by a page, which crawlers read as a file without rules.',
  async run(visit) {
    const url = `${visit.origin}/robots-control-${randomBytes(6).toString('hex')}.txt`;
    const answer = await askFor(visit, url, MOST_BYTES);
    if ('finding' in answer) return answer.finding;
    const { status, digest } = answer;
    const seen = `${url}: ${answerText(answer)}`;
    if (status === 404 || status === 410) return holds(seen);
    // A filter, a login, a rate limit or a failure says nothing about missing files.
    if (status === undefined || status >= 400 || inPlaceOfAnswer(answer)?.isFilter) return notLookedAt(seen);
    const isSame = digest !== undefined && digest === visit.robots.digest;
    const fix = 'Answer with 404 for every missing file, including those in the root folder';
    const what = isSame ? ' with the same file as /robots.txt' : ', though there is no such file';
    return fails('warning', `${seen}${what}`, fix);
  },
};
