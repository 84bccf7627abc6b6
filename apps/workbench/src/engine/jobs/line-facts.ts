/** Describes the effect of one line, and its crawlers. */
import type { DocumentRecord, Group } from 'robots-exclusion';
import { recordDefinition } from 'robots-exclusion/records';
import { addressOf, prepared } from '../drafts.ts';
import type { LineFacts, LineQuestion } from '../protocol.ts';
import { registry } from './registry.ts';

const MAX_NAMES = 8;
const MAX_TOKENS = 50;

export function lineFacts({ draft, line }: LineQuestion): LineFacts | undefined {
  const source = prepared(draft);
  const record = source.document.records.find((candidate) => candidate.line === line);
  if (record === undefined) return undefined;
  const group = source.document.groups.find(({ userAgents, rules, others }) =>
    [userAgents, rules, others].some(
      (list) => list.includes(record) || list.some((one) => one.line === line),
    ),
  );
  const bound = group ? crawlersBoundBy(group, source) : [];
  return {
    kind: record.kind,
    name: record.name,
    value: record.value,
    does: doing(record),
    ...(group && {
      productTokens: group.productTokens.slice(0, MAX_TOKENS),
      productTokensOmitted: Math.max(0, group.productTokens.length - MAX_TOKENS),
    }),
    crawlers: bound.slice(0, MAX_NAMES),
    crawlerCount: bound.length,
  };
}

/** Crawlers of the registry that follow the group, by their own token, a fallback or `*`. */
function crawlersBoundBy({ productTokens }: Group, source: ReturnType<typeof prepared>): string[] {
  const tokens = new Set(productTokens.map((token) => token.toLowerCase()));
  return registry()
    .filter((crawler) => crawler.token !== '*' && tokens.has(addressOf(source.document, crawler)))
    .map(({ title }) => title);
}

function doing({ kind, name, value }: DocumentRecord): string {
  switch (kind) {
    case 'user-agent':
      return value === '*'
        ? 'Begins the group of every crawler that no other group names.'
        : 'Names the crawlers of this group.';
    case 'allow':
      return value === ''
        ? 'Allows nothing in particular: an empty pattern matches nothing.'
        : `Lets them fetch what ${inWords(value)}.`;
    case 'disallow':
      return value === ''
        ? 'Keeps nothing away: an empty pattern matches nothing.'
        : `Keeps them from what ${inWords(value)}.`;
    default:
      return recordDefinition(name)?.help ?? 'No crawler is known to read this record.';
  }
}

/** A pattern in words. */
export function inWords(pattern: string): string {
  if (!/^[/*]/.test(pattern)) return 'nothing matches: a pattern begins with a slash or a star';
  const isAnchored = pattern.endsWith('$');
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const [head = '', ...rest] = parts;
  if (rest.length === 0)
    return isAnchored
      ? `is exactly “${head}”`
      : head === '/'
        ? 'is on the site: everything'
        : `begins with “${head}”`;
  const tail = rest.pop() ?? '';
  const middle = rest.filter((part) => part !== '').map((part) => `has “${part}” later`);
  const beginning = head === '' || head === '/' ? [] : [`begins with “${head}”`];
  const ending = tail === '' ? [] : [isAnchored ? `ends with “${tail}”` : `has “${tail}” later`];
  return [...beginning, ...middle, ...ending].join(', then ') || 'is on the site: everything';
}
