import { compile, parse } from 'robots-exclusion';
import { usageReport } from 'robots-exclusion/usage';
import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';
import { mayNotAsk } from './no-file.ts';

const HEADER = 'x-robots-tag';
const MOST_BYTES = 4096;

/** The header that speaks of indexing, beside the file that speaks of crawling. */
export const xRobotsTag: DoctorCheck = {
  code: 'x-robots-tag',
  title: 'X-Robots-Tag does not shut the site out of search',
  problem: 'X-Robots-Tag shuts the site out of search',
  why: '"noindex" in a header takes a page out of search results, whatever robots.txt says. Where robots.txt disallows the page, crawlers never see the header, and the address may be listed all the same.',
  async run(visit): Promise<CheckFinding> {
    const home = `${visit.origin}/`;
    const onFile = visit.robots.headers[HEADER];
    const details = onFile === undefined ? [] : [`/robots.txt: ${HEADER}: ${onFile}`];
    if (!visit.mayAsk(home)) return { ...mayNotAsk(visit, 'the home page'), details };
    const answer = await visit.ask(home, { maxBytes: MOST_BYTES });
    const field = answer.headers[HEADER];
    if (field === undefined) {
      const isAnswered = answer.status !== undefined && answer.status < 400;
      const seen = isAnswered ? 'The home page has no X-Robots-Tag' : `${home}: ${answerText(answer)}`;
      return { status: isAnswered ? 'ok' : 'skip', seen, details };
    }
    const all = [...details, `/: ${HEADER}: ${field}`];
    const report = usageReport(parse(''), '*', '/', { headers: { [HEADER]: field } });
    if (report.uses.search.preference !== 'disallow')
      return { status: 'ok', seen: 'The home page has an X-Robots-Tag that lets it be found', details: all };
    const isHidden = !compile(visit.document, '*').allows(home);
    return {
      status: 'warn',
      seen: isHidden
        ? 'The home page says noindex, but robots.txt keeps crawlers from reading that'
        : 'The home page says noindex: it will not be found in search',
      details: all,
      fix: isHidden ? 'Allow the page, so that noindex is seen' : 'Remove noindex, unless it is meant',
    };
  },
};
