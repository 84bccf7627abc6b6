import { compile, parse } from 'robots-exclusion';
import { usageReport } from 'robots-exclusion/usage';
import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';
import { metaRobotsOf } from '../meta-robots.ts';
import type { Visit } from '../visit.ts';
import { mayNotAsk } from './no-file.ts';

const HEADER = 'x-robots-tag';

/** The head of nearly every page ends before this. */
const MOST_BYTES = 65_536;

/** Crawlers of search engines that look for noindex; `*` represents those that the file does not name. */
const SEARCHERS = ['*', 'Googlebot', 'bingbot'];

/** The header and the element about indexing, compared with the file about crawling. */
export const xRobotsTag: DoctorCheck = {
  code: 'x-robots-tag',
  title: 'The home page is not marked noindex',
  problem: 'The home page is marked noindex',
  why: '"noindex" in the header X-Robots-Tag or in a robots meta element removes a page from search results, whatever robots.txt says. If robots.txt disallows the page, crawlers never see the noindex and may still list the URL.',
  async run(visit): Promise<CheckFinding> {
    const home = `${visit.origin}/`;
    const onFile = visit.robots.headers[HEADER];
    const ofFile = onFile === undefined ? [] : [`/robots.txt: ${HEADER}: ${onFile}`];
    if (!visit.mayAsk(home)) return { ...mayNotAsk(visit, 'the home page'), details: ofFile };
    const answer = await visit.ask(home, { maxBytes: MOST_BYTES });
    const said = [
      [HEADER, answer.headers[HEADER]],
      ['meta robots', metaRobotsOf(new TextDecoder().decode(answer.body))],
    ].flatMap(([where, value]) => (value === undefined ? [] : { where, value }));
    const details = [...ofFile, ...said.map(({ where, value }) => `/: ${where}: ${value}`)];
    if (said.some(({ value }) => saysNoindex(value))) return noindexFinding(visit, home, details);
    const isAnswered = answer.status !== undefined && answer.status < 400;
    if (!isAnswered) return { status: 'skip', seen: `${home}: ${answerText(answer)}`, details };
    const seen = said.length === 0 ? 'The home page has no X-Robots-Tag and no robots meta element' : LISTED;
    return { status: 'ok', seen, details };
  },
};

const LISTED = 'The home page has an X-Robots-Tag or a robots meta element that allows search results';

function saysNoindex(value: string): boolean {
  const { uses } = usageReport(parse(''), '*', '/', { headers: { [HEADER]: value } });
  return uses.search.preference === 'disallow';
}

/** Crawlers that may not fetch the page never see its content. */
function noindexFinding({ document }: Visit, home: string, details: readonly string[]): CheckFinding {
  const blind = SEARCHERS.filter((token) => !compile(document, token).allows(home));
  if (blind.length === 0) {
    const seen = 'The home page says noindex, so it does not appear in search results';
    return { status: 'warn', seen, details, fix: 'Remove noindex, unless you want that' };
  }
  const names = blind.map((token) => (token === '*' ? 'crawlers' : token)).join(', ');
  return {
    status: 'warn',
    seen: `The home page says noindex, but robots.txt disallows the page for ${names}, so they cannot see it`,
    details,
    fix: 'Allow the page in robots.txt, so that crawlers see noindex',
  };
}
