import { programRecords } from '@robots-exclusion/client/programs';
import type { CrawlerReach } from '@robots-exclusion/operations/reach';
import { linesText } from '@robots-exclusion/operations/words';
import { type AgentProfile, type AgentVerification, isDocumented } from 'robots-exclusion/agents';
import { cut, pad, widthOf } from '../output/columns.ts';
import { counted } from '../output/counted.ts';
import { csv, type Encoded } from '../output/encoded.ts';
import { type Fact, factLines } from '../output/facts.ts';
import type { Terminal } from '../output/terminal.ts';

const gap = '  ';
const mostTokenColumns = 28;
const mostOperatorColumns = 22;

/** One line for each crawler, and a last line with the number of crawlers. */
export function agentListText(agents: readonly AgentProfile[], terminal: Terminal): string[] {
  const rows = agents.map((agent) => [agent.token, agent.operator, purposesOf(agent)] as const);
  const documented = agents.filter(isDocumented).length;
  const hearsay = agents.length - documented;
  const sum = `${counted(agents.length, 'crawler')}: ${documented} documented, ${hearsay} hearsay`;
  return [...table(rows, terminal), sum];
}

/** Everything known about one crawler. */
export function agentText(agent: AgentProfile, terminal: Terminal): string[] {
  const { style } = terminal;
  const title = agent.title === agent.token ? '' : ` (${agent.title})`;
  return [`${style.bold(agent.token)}${title}`, ...factLines(factsOf(agent), terminal)];
}

function factsOf(agent: AgentProfile): Fact[] {
  const chain = [agent.token, ...agent.fallbackTokens, ...(agent.appliesStar ? ['*'] : [])];
  const facts: (Fact | false)[] = [
    ['operator', agent.operator],
    agent.operatorUrl !== undefined && ['website', agent.operatorUrl],
    ['purpose', purposesOf(agent)],
    ['groups', `${chain.join(', then ')}${agent.appliesStar ? '' : '; never *'}`],
    agent.starExtras.length > 0 && ['also from *', agent.starExtras.join(', ')],
    agent.followsOtherSearchBots && ['if unnamed', 'obeys the rules for other search crawlers'],
    !agent.fetches && [
      'fetches',
      'nothing: the token controls how content that other crawlers fetch is used',
    ],
    ['obeys', `${agent.obeys} (${basisOf(agent)})`],
    ['crawl-delay', agent.crawlDelay],
    ['dialect', `${agent.dialect} (${agent.dialectBasis})`],
    ...agent.exampleUserAgents.map((header, index): Fact => [index === 0 ? 'sends' : '', header]),
    ...agent.verification.map((way, index): Fact => [index === 0 ? 'verify by' : '', wayText(way)]),
    agent.note !== undefined && ['note', agent.note],
    ['source', `${agent.source} (${standingOf(agent)}, ${agent.asOf})`],
  ];
  return facts.filter((fact) => fact !== false);
}

/** How it is known that the crawler obeys. Programs that need a setting for it have another value. */
function basisOf({ token, obeys }: AgentProfile): string {
  const record = programRecords.find(({ tokens }) => tokens[0] === token.toLowerCase());
  if (obeys !== 'yes' || record?.rows['2xx'] !== 'rules') return 'claimed, not observed';
  return `recorded of ${record.title} ${record.version} on ${record.recordedOn}`;
}

function wayText(way: AgentVerification): string {
  if (way.kind === 'ip-ranges') return `address listed at ${way.url} (${way.format})`;
  if (way.kind === 'reverse-dns') return `reverse and forward DNS: *${way.suffixes.join(', *')}`;
  const card = way.cardUrl === undefined ? '' : `, card ${way.cardUrl}`;
  return `signature of ${way.signatureAgent}${card}`;
}

/** Who describes the crawler: its operator or a third party. */
function standingOf(agent: AgentProfile): string {
  return isDocumented(agent) ? 'operator' : 'hearsay';
}

/**
 * Lists the crawlers that the file names, one per line, and then summarizes all others.
 *
 * @param uses Tokens under which nothing is fetched. Their rules govern the use of content.
 */
export function reachText(
  name: string,
  reaches: readonly CrawlerReach[],
  uses: ReadonlySet<string>,
  terminal: Terminal,
): string[] {
  const { style } = terminal;
  const named = reaches.filter(({ group }) => group !== undefined && group !== '*');
  const rows = named.map(({ token, reach, group, lines }) => {
    const via = group?.toLowerCase() === token.toLowerCase() ? '' : `by the group for ${group}, `;
    const word = uses.has(token) ? `${reach} (use)` : reach;
    return [token, word, `${via}${linesText(lines)}`] as const;
  });
  const others = [
    rest('Others', reaches, '*', (lines) => `by "*", ${linesText(lines)}`),
    rest('Others', reaches, undefined, () => 'no group applies to them'),
  ];
  const head = `${style.bold(name)}: what each known crawler may fetch`;
  return [head, ...table(rows, terminal), ...others.flat()];
}

function rest(
  title: string,
  reaches: readonly CrawlerReach[],
  group: string | undefined,
  reason: (lines: readonly number[]) => string,
): string[] {
  const found = reaches.filter((reach) => reach.group === group);
  const [first] = found;
  if (!first) return [];
  return [`${title} (${found.length}): ${first.reach}, ${reason(first.lines)}`];
}

function table(rows: readonly (readonly [string, string, string])[], { columns, style }: Terminal): string[] {
  const shown = rows.map(([first, second, third]) => ({
    first: cut(first, mostTokenColumns),
    second: cut(second, mostOperatorColumns),
    third,
  }));
  const firstColumns = Math.max(0, ...shown.map(({ first }) => widthOf(first)));
  const secondColumns = Math.max(0, ...shown.map(({ second }) => widthOf(second)));
  const left = columns - firstColumns - secondColumns - 2 * gap.length;
  return shown.map(({ first, second, third }) => {
    const head = `${pad(first, firstColumns)}${gap}${pad(second, secondColumns)}${gap}`;
    return `${head}${style.dim(cut(third, left))}`.trimEnd();
  });
}

export function agentListCsv(agents: readonly AgentProfile[]): Encoded {
  const head = ['token', 'operator', 'purposes', 'obeys', 'fetches', 'groups', 'standing', 'source', 'asOf'];
  const rows = agents.map((agent) => [
    agent.token,
    agent.operator,
    agent.purposes.join(' '),
    agent.obeys,
    agent.fetches,
    [agent.token, ...agent.fallbackTokens, ...(agent.appliesStar ? ['*'] : [])].join(' '),
    standingOf(agent),
    agent.source,
    agent.asOf,
  ]);
  return csv([head, ...rows]);
}

/** The access that a file allows each crawler, as rows with a header. */
export function reachCsv(reaches: readonly CrawlerReach[]): Encoded {
  const head = ['token', 'operator', 'purposes', 'reach', 'group', 'lines'];
  const rows = reaches.map(({ token, operator, purposes, reach, group, lines }) => [
    token,
    operator,
    purposes.join(' '),
    reach,
    group,
    lines.join(' '),
  ]);
  return csv([head, ...rows]);
}

function purposesOf({ purposes }: AgentProfile): string {
  return purposes.join(', ');
}
