import { metaOf } from '@robots-exclusion/client/preflight';
import { compile, parse } from 'robots-exclusion';
import { type HeaderFields, type MetaRobots, usageReport } from 'robots-exclusion/usage';
import { answerText } from '../ask.ts';
import type { CheckFinding, DoctorCheck } from '../check.ts';
import type { Visit } from '../visit.ts';
import { mayNotAsk } from './no-file.ts';

const HEADER = 'x-robots-tag';

/** The number of octets read; the `head` element of nearly every page ends within them. */
const MOST_BYTES = 65_536;

/** Search crawlers that obey noindex; `*` stands for crawlers that the file does not name. */
const SEARCHERS = ['*', 'Googlebot', 'bingbot'];

/** Compares X-Robots-Tag and meta robots, which control indexing, with robots.txt, which controls crawling. */
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
    const isAnswered = answer.status !== undefined && answer.status < 400;
    if (!isAnswered) return { status: 'skip', seen: `${home}: ${answerText(answer)}`, details: ofFile };
    const { headers, body, isTruncated } = answer;
    const response = { headers, meta: metaOf(body, headers['content-type'] ?? '', SEARCHERS) };
    const said = [
      ...(headers[HEADER] === undefined ? [] : [`/: ${HEADER}: ${headers[HEADER]}`]),
      ...response.meta.filter(isRobots).map(({ name, content }) => `/: meta ${name}: ${content}`),
    ];
    const details = [...ofFile, ...said];
    const told = SEARCHERS.filter((token) => saysNoindex(token, response));
    if (told.length > 0) return noindexFinding(visit, home, told, details);
    if (FOR_STAR.test(headers[HEADER] ?? '')) return { ...starFinding, details };
    if (said.length > 0) return { status: 'ok', seen: LISTED, details };
    const read = isTruncated ? ` in its first ${MOST_BYTES} octets` : '';
    const seen = `The home page has no X-Robots-Tag, and no robots meta element${read}`;
    return { status: 'ok', seen, details };
  },
};

const LISTED = `The home page has an X-Robots-Tag or a robots meta element, but no noindex for ${SEARCHERS.slice(1).join(' and ')}`;

/** Matches a directive for `*`, at the start of the value or after a comma. */
const FOR_STAR = /(?:^|,)\s*\*\s*:/;

const starFinding = {
  status: 'warn',
  seen: 'The X-Robots-Tag names the crawler "*". Names in this field are not patterns and no crawler is called "*", so its directives apply to none',
  fix: 'Write the directives without a name, so that they apply to all crawlers',
} as const;

/** Whether the meta element controls indexing. Elements of other conventions concern other uses. */
function isRobots({ name }: MetaRobots): boolean {
  return !name.toLowerCase().startsWith('tdm-');
}

function saysNoindex(
  token: string,
  response: { headers: HeaderFields; meta: readonly MetaRobots[] },
): boolean {
  return usageReport(parse(''), token, '/', response).uses.search.preference === 'disallow';
}

/** The finding about noindex. Crawlers that may not fetch the page never see its noindex. */
function noindexFinding(
  { document }: Visit,
  home: string,
  told: readonly string[],
  details: readonly string[],
): CheckFinding {
  const toWhom = told.includes('*') ? '' : ` to ${told.join(' and ')}`;
  const blind = told.filter((token) => !compile(document, token).allows(home));
  if (blind.length === 0) {
    const results = toWhom === '' ? 'search results' : 'their search results';
    const seen = `The home page says noindex${toWhom}, so it does not appear in ${results}`;
    return { status: 'warn', seen, details, fix: 'Remove noindex, unless you want this' };
  }
  const names = blind.map((token) => (token === '*' ? 'crawlers' : token)).join(', ');
  return {
    status: 'warn',
    seen: `The home page says noindex${toWhom}, but robots.txt disallows the page for ${names}, so they cannot see it`,
    details,
    fix: 'Allow the page in robots.txt, so that crawlers see noindex',
  };
}
