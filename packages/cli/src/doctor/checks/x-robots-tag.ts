import { metaOf } from '@robots-exclusion/client/preflight';
import { compile, parse } from 'robots-exclusion';
import { addressedDirectives, type HeaderFields, type MetaRobots, usageReport } from 'robots-exclusion/usage';
import { type Answer, answerText, isPage } from '../ask.ts';
import { askFor, type CheckFinding, type DoctorCheck, fails, holds, notLookedAt } from '../check.ts';
import type { Visit } from '../visit.ts';

const HEADER = 'x-robots-tag';

/** The number of octets read of the home page, as by a preflight. */
export const MAX_PAGE_BYTES = 524_288;

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
    const ofFile = linesOf(visit.robots).map((line) => `/robots.txt: ${HEADER}: ${line}`);
    const answer = await askFor(visit, home, MAX_PAGE_BYTES);
    if ('finding' in answer) return { ...answer.finding, details: ofFile };
    if (!isPage(answer)) return notLookedAt(`${home}: ${answerText(answer)}`, ofFile);
    const { headers, repeated, body, isTruncated } = answer;
    const types = repeated['content-type'] ?? headers['content-type'] ?? [];
    const { meta, unread = isTruncated ? WHY_CUT : undefined } = metaOf(body, types, SEARCHERS);
    const response = { headers: { ...headers, ...repeated }, meta };
    const details = [
      ...ofFile,
      ...linesOf(answer).map((line) => `/: ${HEADER}: ${line}`),
      ...meta.filter(isRobots).map(({ name, content }) => `/: meta ${name}: ${content}`),
    ];
    const told = SEARCHERS.filter((token) => saysNoindex(token, response));
    if (told.length > 0) return noindexFinding(visit, home, told, details);
    const doubtful = doubtfulPart(response);
    if (doubtful !== undefined) return { ...doubtful, details };
    if (unread !== undefined) return notLookedAt(`The home page: ${unread}`, details);
    return holds(details.length > ofFile.length ? LISTED : NOTHING_STATED, details);
  },
};

const WHY_CUT = `Only its first ${MAX_PAGE_BYTES} octets were read`;
const NOTHING_STATED = 'The home page has no X-Robots-Tag, and no robots meta element';
const LISTED = `The home page has an X-Robots-Tag or a robots meta element, but no noindex for ${SEARCHERS.slice(1).join(' and ')}`;

function linesOf({ headers, repeated }: Pick<Answer, 'headers' | 'repeated'>): readonly string[] {
  return repeated[HEADER] ?? (headers[HEADER] === undefined ? [] : [headers[HEADER]]);
}

/** The finding about a directive that no crawler obeys as it is written. */
function doubtfulPart(response: Parameters<typeof saysNoindex>[1]): CheckFinding | undefined {
  const addressed = SEARCHERS.flatMap((token) => addressedDirectives(token, response));
  if (addressed.some(({ directives }) => directives.some((one) => one.startsWith('*:')))) return starFinding;
  const named = addressed
    .flatMap(({ directives }) => directives)
    .find((one) => /^(?!max-[a-z-]+:|unavailable_after:)[^:]*:/.test(one));
  const text = named ?? addressed.flatMap(({ unreadable }) => unreadable)[0];
  if (text === undefined) return undefined;
  const why = named === undefined ? 'cannot be read' : 'is under a name that is not a crawler’s';
  const seen = `Of the X-Robots-Tag or the robots meta elements, ${JSON.stringify(text.slice(0, 80))} ${why}`;
  return fails('warning', seen, 'Separate directives by commas, as in "noindex, nofollow"');
}

const starFinding = fails(
  'warning',
  'The X-Robots-Tag names the crawler "*". Names in this field are not patterns and no crawler is called "*", so its directives apply to none',
  'Write the directives without a name, so that they apply to all crawlers',
);

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
    return fails('warning', seen, 'Remove noindex, unless you want this', details);
  }
  const names = blind.map((token) => (token === '*' ? 'crawlers' : token)).join(', ');
  const seen = `The home page says noindex${toWhom}, but robots.txt disallows the page for ${names}, so they cannot see it`;
  return fails('warning', seen, 'Allow the page in robots.txt, so that crawlers see noindex', details);
}
