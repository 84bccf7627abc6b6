import { randomBytes } from 'node:crypto';
import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';
import { mayNotAsk } from './no-file.ts';

/** The number of octets read from the beginning of the page. */
const MOST_BYTES = 4096;

/** Requests a random path, which no site has, to see whether the site responds with 404. */
export const softNotFound: DoctorCheck = {
  code: 'soft-not-found',
  title: 'The site returns 404 for a missing file',
  problem: 'The site does not return 404 for a missing file',
  why: 'If every request is answered with 200, a lost robots.txt is silently replaced by a page, which crawlers read as a file without rules.',
  async run(visit): Promise<CheckFinding> {
    const url = `${visit.origin}/robots-control-${randomBytes(6).toString('hex')}.txt`;
    if (!visit.mayAsk(url)) return mayNotAsk(visit, 'such a file');
    const answer = await visit.ask(url, { maxBytes: MOST_BYTES });
    const { status } = answer;
    const seen = `${url}: ${answerText(answer)}`;
    if (status === undefined || status >= 500)
      return { status: 'warn', seen, fix: 'Configure the server to answer with 404' };
    if (status === 404 || status === 410) return { status: 'ok', seen };
    // A filter, a login or a rate limit says nothing about missing files.
    if (status >= 400) return { status: 'skip', seen: `Not known: ${seen}` };
    const isSame = answer.digest !== undefined && answer.digest === visit.robots.digest;
    return {
      status: 'warn',
      seen: isSame ? `${seen} with the same file as /robots.txt` : `${seen}, though there is no such file`,
      fix: 'Answer with 404 for every missing file, including those in the root folder',
    };
  },
};
