/**
 * Determines which statement decides each use of a page. This is a naive, slow implementation for sites from
 * `arbitraryStatedSite`, in which all paths are plain prefixes. It shares no code with the library.
 */
import type { StatedSite } from '../generate/arbitrary-statements.ts';

/** The preference for one use, and the location of the deciding statement. */
export interface SlowUse {
  readonly preference: 'allow' | 'disallow' | 'unknown' | 'not-applicable';
  /** `line 4`, `line 9, Google-Extended of Google`, `header x-robots-tag`; absent if no statement applies. */
  readonly place?: string;
}

interface Line {
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

interface Group {
  readonly agents: Line[];
  readonly records: Line[];
}

interface Said {
  readonly use: string;
  readonly no: boolean;
  /** The source: 0 robots.txt, 1 header fields, 2 other files. */
  readonly rank: number;
  readonly line: number;
  readonly place: string;
}

const USES = ['search', 'ai-training', 'ai-input', 'text-and-data-mining'];
const WORDS: Readonly<Record<string, string>> = {
  'train-ai': 'ai-training',
  'ai-use': 'ai-input',
  'ai-train': 'ai-training',
  'ai-input': 'ai-input',
  search: 'search',
};
const FALLBACKS: Readonly<Record<string, readonly string[]>> = { Applebot: ['Googlebot'] };
const PURPOSES = [
  { token: 'Google-Extended', operator: 'Google', of: ['Googlebot'], uses: ['ai-training', 'ai-input'] },
  { token: 'Applebot-Extended', operator: 'Apple', of: ['Applebot'], uses: ['ai-training'] },
];

export function slowUses(site: StatedSite): Readonly<Record<string, SlowUse>> {
  const { crawler, path } = site;
  const groups = groupsOf(site.robots);
  const own = bound(groups, [crawler, ...(FALLBACKS[crawler] ?? [])]);
  const rule = ruleFor(own, path);
  const isPurpose = PURPOSES.some(({ token }) => token === crawler);
  const mayFetch = isPurpose || rule === undefined || rule.name === 'allow';
  const said = [
    ...contentUsage(own, path),
    ...contentSignals(site.robots, groups, own, path),
    ...trainingRules(own, path),
    ...purposes(groups, crawler, path),
    ...fields(site),
  ];
  return Object.fromEntries(
    USES.map((use) => {
      if (!mayFetch) return [use, { preference: 'not-applicable' }];
      const [first] = said
        .filter((one) => one.use === use)
        .sort((a, b) => Number(b.no) - Number(a.no) || a.rank - b.rank || a.line - b.line);
      if (first === undefined) return [use, { preference: 'unknown' }];
      return [use, { preference: first.no ? 'disallow' : 'allow', place: first.place }];
    }),
  );
}

function linesOf(robots: string): Line[] {
  return robots.split('\n').flatMap((text, index) => {
    const colon = text.indexOf(':');
    const value = text.slice(colon + 1).trim();
    return colon < 0 ? [] : [{ line: index + 1, name: text.slice(0, colon).toLowerCase(), value }];
  });
}

/** Splits a file into groups. A user-agent line begins a new group if the current group already has a rule. */
function groupsOf(robots: string): Group[] {
  const groups: Group[] = [];
  let isOpen = false;
  for (const line of linesOf(robots)) {
    if (line.name === 'user-agent') {
      if (!isOpen) groups.push({ agents: [], records: [] });
      groups.at(-1)?.agents.push(line);
      isOpen = true;
    } else {
      groups.at(-1)?.records.push(line);
      if (line.name === 'allow' || line.name === 'disallow') isOpen = false;
    }
  }
  return groups;
}

interface Bound {
  readonly isNamed: boolean;
  readonly agents: readonly Line[];
  readonly records: readonly Line[];
}

/** Merges the groups of the first name that has any. If no name has a group, merges the groups of `*`. */
function bound(groups: readonly Group[], names: readonly string[]): Bound {
  for (const name of [...names, '*']) {
    const isOf = ({ value }: Line) => value.toLowerCase() === name.toLowerCase();
    const found = groups.filter(({ agents }) => agents.some(isOf));
    if (found.length === 0) continue;
    const agents = found.flatMap((group) => group.agents.filter(isOf));
    return { isNamed: name !== '*', agents, records: found.flatMap(({ records }) => records) };
  }
  return { isNamed: false, agents: [], records: [] };
}

/** The longest matching rule. If two have the same length, the allow rule wins. */
function ruleFor({ records }: Bound, path: string, allow = 'allow', disallow = 'disallow'): Line | undefined {
  const [best] = records
    .filter(({ name, value }) => (name === allow || name === disallow) && path.startsWith(value))
    .sort(
      (a, b) =>
        b.value.length - a.value.length ||
        Number(b.name === allow) - Number(a.name === allow) ||
        a.line - b.line,
    );
  return best;
}

/** Splits `/a search=y` into path and members; without a path, the prefix is empty. */
function readValue({ value }: Line): { prefix: string; members: [string, string][] } {
  const [, prefix = '', rest = ''] = /^(?:(\/\S*) )?(.*)$/.exec(value) ?? [];
  return { prefix, members: rest.split(', ').map((part) => part.split('=') as [string, string]) };
}

/** All matching records with the longest path apply. */
function contentUsage({ records }: Bound, path: string): Said[] {
  const matching = records.filter(
    (line) => line.name === 'content-usage' && path.startsWith(readValue(line).prefix),
  );
  const longest = Math.max(...matching.map((line) => readValue(line).prefix.length));
  return matching
    .filter((line) => readValue(line).prefix.length === longest)
    .flatMap((line) => saidBy(line, readValue(line).members));
}

/**
 * Decides each key separately: a record in a group takes precedence over a record before all groups, and a longer path
 * over a shorter one.
 */
function contentSignals(robots: string, groups: readonly Group[], own: Bound, path: string): Said[] {
  const firstGroup = groups[0]?.agents[0]?.line ?? Number.POSITIVE_INFINITY;
  const loose = linesOf(robots).filter(({ line }) => line < firstGroup);
  const signals = [
    ...loose.map((line) => ({ line, far: 1 })),
    ...own.records.map((line) => ({ line, far: 0 })),
  ]
    .filter(({ line }) => line.name === 'content-signal')
    .map(({ line, far }) => ({ line, far, ...readValue(line) }))
    .filter(({ prefix }) => path.startsWith(prefix));
  return ['search', 'ai-train', 'ai-input'].flatMap((key) => {
    const speaking = signals.filter(({ members }) => members.some(([word]) => word === key));
    const near = speaking.filter(({ far }) => far === Math.min(...speaking.map((one) => one.far)));
    const longest = Math.max(...near.map(({ prefix }) => prefix.length));
    return near
      .filter(({ prefix }) => prefix.length === longest)
      .flatMap(({ line, members }) =>
        saidBy(
          line,
          members.filter(([word]) => word === key),
        ),
      );
  });
}

function trainingRules(own: Bound, path: string): Said[] {
  const rule = ruleFor(own, path, 'allowaitraining', 'disallowaitraining');
  if (rule === undefined) return [];
  const { line } = rule;
  return [
    { use: 'ai-training', no: rule.name === 'disallowaitraining', rank: 0, line, place: `line ${line}` },
  ];
}

/** Rules for purpose tokens. Groups of `*` concern access, so only their Disallow rules apply to a purpose token. */
function purposes(groups: readonly Group[], crawler: string, path: string): Said[] {
  return PURPOSES.filter(({ token, of }) => [token, ...of].includes(crawler)).flatMap(
    ({ token, operator, uses }) => {
      const group = bound(groups, [token]);
      const rule = ruleFor(group, path);
      const no = rule?.name === 'disallow';
      const line = rule?.line ?? group.agents[0]?.line;
      if (line === undefined || (!group.isNamed && !no)) return [];
      const place = `line ${line}, ${token} of ${operator}`;
      return uses.map((use) => ({ use, no, rank: 0, line, place }));
    },
  );
}

function fields({ headers, tdmrep, crawler, path }: StatedSite): Said[] {
  const usage = headers['content-usage'];
  const robots = headers['x-robots-tag'] ?? '';
  const mining = headers['tdm-reservation'];
  const rules = JSON.parse(tdmrep ?? '[]') as { location: string; 'tdm-reservation': number }[];
  const rule = rules.find(({ location }) => path.startsWith(location));
  const isFor = robots.includes(': ') ? robots.toLowerCase().startsWith(`${crawler.toLowerCase()}: `) : true;
  const isNoindex = isFor && /noindex|none/.test(robots);
  const isNoSnippet = isFor && /nosnippet|max-snippet:0/.test(robots) && crawler === 'Googlebot';
  const header = (use: string, no: boolean, name: string): Said => ({
    use,
    no,
    rank: 1,
    line: 0,
    place: `header ${name}`,
  });
  return [
    ...(usage === undefined
      ? []
      : saidBy({ line: 0, name: '', value: '' }, readValue({ value: usage } as Line).members)
    ).map((said) => header(said.use, said.no, 'content-usage')),
    ...(isNoindex ? [header('search', true, 'x-robots-tag')] : []),
    ...(isNoSnippet ? [header('ai-input', true, 'x-robots-tag')] : []),
    ...(mining === undefined ? [] : [header('text-and-data-mining', mining === '1', 'tdm-reservation')]),
    ...(rule === undefined
      ? []
      : [
          {
            ...header('text-and-data-mining', rule['tdm-reservation'] === 1, ''),
            rank: 2,
            place: 'file /.well-known/tdmrep.json',
          },
        ]),
  ];
}

function saidBy({ line }: Line, members: readonly (readonly [string, string])[]): Said[] {
  return members.map(([word, value]) => ({
    use: WORDS[word] as string,
    no: value === 'n' || value === 'no',
    rank: 0,
    line,
    place: `line ${line}`,
  }));
}
