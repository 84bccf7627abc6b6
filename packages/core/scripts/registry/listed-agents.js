/**
 * Records of crawlers that the lists describe and the registry has not: operator, purpose, what verifies a request, and who
 * says each. A crawler without an operator or a purpose in any list gets no record.
 */
import { RETIRED } from '../../dist/agents/retired.js';
import described from './described.json' with { type: 'json' };
import single from './facts.json' with { type: 'json' };
import { keyOf, LISTS, NOT_NAMES, purposesIn } from './lists.js';

/** Facts that no list has as its category, by the key of a name: those of one source together, and single ones. */
const FACTS = new Map([
  ...described.flatMap(({ names, program, ...shared }) =>
    Object.entries(names).map(([name, own]) => [
      keyOf(name),
      {
        name,
        ...(program && { operator: `people who run ${name}`, purpose: 'unspecified' }),
        ...shared,
        ...own,
      },
    ]),
  ),
  ...Object.entries(single).map(([name, fact]) => [keyOf(name), { name, ...fact }]),
]);

/** Directories, archives and forums: a page there is not the operator's. */
const FOREIGN =
  /(?:knownagents|datadome|udger|useragentstring|web\.archive|wikipedia|deviceandbrowserinfo|darkvisitors|phpbb|whatismybrowser|stackexchange|webmasterworld|github)\.|aka\.ms|lin\.ee/;

/** The list that has ended: what the others say of a crawler is newer. */
const ENDED = LISTS.find(({ onlyDescribes }) => onlyDescribes)?.name;

/** Hosts on which people publish programs, which others run. */
const OF_PROGRAMS =
  /^https?:\/\/(?:www\.)?(?:(?:github|gitlab)\.com\/[\w.-]+\/[\w.-]+\/?$|[\w-]+\.sourceforge\.net\/)/;

/** What descriptions of crawler-user-agents say in words that leave no doubt; most of them say nothing. */
const IN_WORDS = [
  [/copyright|trademark/i, 'intelligence'],
  [/\bSEO\b|CognitiveSEO|backlink|link analysis|audit crawler/i, 'seo'],
  [
    /uptime|(?:website|service|synthetic|infrastructure) monitoring|monitoring service|performance and security evaluation/i,
    'monitoring',
  ],
  [/vulnerabilit|(?:security|network) scanner|security vulnerability|SQL injection/i, 'security'],
  [/\bRSS\b|feed (?:reader|parser|fetcher)/i, 'feed'],
  [/(?:link|URL) preview|for sharing|social network web crawler/i, 'preview'],
  [/web archiv|archiving/i, 'archive'],
  [
    /search (?:web )?(?:engine|indexing|robot|agent|spider|crawler)|(?:picture|image|product) search|search.*robot$|job (?:search|discovery)/i,
    'search',
  ],
  [/advertising|\bad analysis|audience data/i, 'advertising'],
  [/shopping/i, 'shopping'],
  [/plagiarism|linguistic research|academic/i, 'research'],
  [/cookie scanning/i, 'site-tool'],
  [
    /brand (?:protection|monitoring)|lead generation|sentiment analysis|technology detection|news monitoring|journalist database|CMS detector|domain analysis|data (?:collection|analysis)$|for classification|intelligence/i,
    'intelligence',
  ],
  [
    /HTTP (?:client|library)|library for|web crawler framework|browser automation|offline browsing|website (?:copying|downloading)/i,
    'unspecified',
  ],
];

/** Whether a fact is known of the name, so that one list, or none, is enough for it. */
export function isDescribed(name) {
  return FACTS.has(keyOf(name));
}

/** Names of which facts are known and that no list has, in the form of `joinedNames`. */
export function unlistedNames(names) {
  return [...FACTS]
    .filter(([key, { operator }]) => !names.has(key) && operator !== undefined)
    .map(([key, { name }]) => [key, { name, lists: new Set(), entries: [] }]);
}

/** The records, as lists of the registry's own form: one for each source that says who operates the crawlers. */
export function listedAgents(names, isRegistered) {
  const taken = new Set();
  const bySource = new Map();
  for (const [key, found] of [...names].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (isRegistered(found.name) || taken.has(key)) continue;
    const record = recordOf(key, found, names, (one) => taken.has(keyOf(one)) || isRegistered(one));
    if (record === undefined) continue;
    const { source, sourceKind = 'third-party', asOf, ...own } = record;
    for (const name of [own.token, own.title ?? '', ...(own.userAgentPatterns ?? []), found.name])
      taken.add(keyOf(name));
    const from = `${source} ${asOf}`;
    const shared = { obeys: 'unknown', source, sourceKind, asOf };
    bySource.set(from, bySource.get(from) ?? { shared, agents: [] });
    bySource.get(from).agents.push(own);
  }
  return [...bySource].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, list]) => list);
}

function recordOf(key, found, names, isTaken) {
  const { entries } = found;
  const fact = FACTS.get(key);
  const of = {
    ...found,
    entries: entries.map((one) => ({ ...one, isProgram: fact?.program ?? one.isProgram })),
  };
  const operator = operatorOf(of);
  const purpose = purposeOf(of.entries);
  const who = fact?.operator ?? operator?.text;
  const what = fact?.purpose === undefined ? purpose?.all : [fact.purpose];
  if (who === undefined || what === undefined) return undefined;
  const called = fact?.token === undefined ? calledOf(key, found, names, isTaken) : namedBy(fact);
  if (called === undefined) return undefined;
  const url = fact?.url ?? pagesOf(entries)[0];
  const verification = entries.flatMap(({ verification: ways = [] }) => ways);
  return {
    ...called,
    // None for a library's or an application's name that other programs' headers have, too.
    ...(fact?.patterns && { userAgentPatterns: fact.patterns }),
    operator: who,
    ...(url !== undefined && { operatorUrl: url }),
    purposes: what,
    ...(verification.length > 0 && { verification }),
    note: noteOf(found, fact, operator, purpose),
    ...(fact?.source === undefined
      ? sourceOf(operator?.list ?? purpose?.list ?? entries[0].list)
      : pick(fact, ['obeys', 'source', 'sourceKind', 'asOf'])),
  };
}

function sourceOf(list) {
  const { page, date } = LISTS.find(({ name }) => name === list);
  return { source: page, asOf: date };
}

/** Token and title of a name whose first word cannot stand for it. */
function namedBy({ name, token, patterns = [name] }) {
  return { token, ...(token !== name && { title: name }), userAgentPatterns: patterns };
}

function pick(fact, members) {
  return Object.fromEntries(members.filter((one) => one in fact).map((one) => [one, fact[one]]));
}

/** Token, title and patterns; undefined for a name whose first word, which is all that a group can name, is a common one. */
function calledOf(key, { name, entries }, names, isTaken) {
  const titled = entries.find(({ title, names: all }) => title !== undefined && all.length === 2);
  const other = titled?.names.find((one) => keyOf(one) !== key);
  const both = other !== undefined && names.has(keyOf(other)) && !isTaken(other);
  const isTitle = both && keyOf(titled.title) === key && name.includes(' ') >= other.includes(' ');
  const [short, long] = isTitle ? [other, name] : [name, both ? other : undefined];
  const [token = ''] = short.split(/[\s:!]/);
  if (!/^[A-Za-z0-9][\w.-]{2,}$/.test(token) || NOT_NAMES.has(keyOf(token))) return undefined;
  if (token === short) return { token, ...(long !== undefined && { title: long }) };
  return isTaken(token) ? undefined : { token, title: short, userAgentPatterns: [short] };
}

function programIn(entries) {
  return entries.find(
    ({ isProgram, url = '', headers = [] }) =>
      isProgram ?? (OF_PROGRAMS.test(url) || headers.flatMap(pagesIn).some((page) => OF_PROGRAMS.test(page))),
  );
}

function pagesOf(entries) {
  return entries
    .map(({ url }) => url)
    .filter((url) => /^https?:\/\/[^\s"'<>]+$/.test(url ?? '') && !FOREIGN.test(url));
}

/** Who runs it: anybody, a program; or whom a list names; or the owner of the site that its header or a list names. */
function operatorOf({ name, entries }) {
  const asProgram = (program) => ({
    text: `people who run ${name}`,
    list: program.list,
    how: `${program.list}, as a program`,
  });
  const program = programIn(entries.filter(({ list }) => list !== ENDED));
  if (program !== undefined) return asProgram(program);
  const said = entries.find(({ operator = '' }) => operator !== '');
  if (said !== undefined) return { text: said.operator, list: said.list, how: said.list };
  const ended = programIn(entries);
  if (ended !== undefined) return asProgram(ended);
  const pages = pagesOf(entries);
  for (const { list, headers = [] } of entries) {
    const sites = headers
      .flatMap(pagesIn)
      .filter((page) => !FOREIGN.test(page))
      .map(siteOf)
      .filter(isPublic);
    const site = pages.map(siteOf).find((one) => sites.includes(one)) ?? sites[0];
    if (site !== undefined && site !== '')
      return { text: `owner of ${site}`, list, how: `its header in ${list}, which names that site` };
  }
  const paged = entries.find(({ url }) => pages.includes(url) && isPublic(siteOf(url)));
  return (
    paged && {
      text: `owner of ${siteOf(paged.url)}`,
      list: paged.list,
      how: `the page that ${paged.list} names`,
    }
  );
}

function siteOf(url) {
  if (!URL.canParse(url)) return '';
  return new URL(url).hostname.replace(/^(?:(?:www|help|support|docs|developers|blog|service)\.)+/, '');
}

/** The pages that a header names as its sender's, as in `(+https://bot.example/about)`. */
function pagesIn(header) {
  return [...header.matchAll(/[+(;]\s*(https?:\/\/[^\s;,)]+)/g)].map(([, url]) => url);
}

function isPublic(site) {
  return /\.[a-z]{2,}$/.test(site) && !/(?:^|\.)example\b|yourdomain|localhost/.test(site);
}

function purposeOf(entries) {
  const kinds = purposesIn(entries);
  if (kinds.length > 0)
    return {
      all: kinds.map(({ purpose }) => purpose),
      list: kinds[0].list,
      how: kinds.map(({ list, kind }) => `${list}’s category “${kind}”`).join(', '),
    };
  for (const { list, description = '' } of entries) {
    const found = IN_WORDS.find(([words]) => words.test(description));
    if (found !== undefined) return { all: [found[1]], list, how: `${list}’s description` };
  }
  const program = programIn(entries);
  return program && { all: ['unspecified'], list: program.list, how: `${program.list}, as a program` };
}

function noteOf({ name, lists }, fact, operator, purpose) {
  const said = [
    fact?.operator === undefined && `operator by ${operator.how}`,
    fact?.purpose === undefined && `purpose by ${purpose.how}`,
    fact?.note,
    RETIRED.get(name.toLowerCase())?.[0],
  ].filter(Boolean);
  const listed = lists.size === 0 ? [] : [`named by ${[...lists].join(', ')}`];
  return `${[...listed, ...said].join('; ').replace(/^./, (first) => first.toUpperCase())}.`;
}
