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
        ? 'Starts the group for every crawler that no other group names.'
        : 'Names a crawler to which this group applies.';
    case 'allow':
      return value === '' ? 'Has no effect: an empty pattern matches nothing.' : `Allows ${inWords(value)}.`;
    case 'disallow':
      return value === ''
        ? 'Disallows nothing: an empty pattern matches nothing.'
        : `Disallows ${inWords(value)}.`;
    default:
      return recordDefinition(name)?.help ?? 'No crawler is known to read this record.';
  }
}

const WHOLE_SITE = 'the whole site';

/** The paths that a pattern matches, in words. */
export function inWords(pattern: string): string {
  if (!/^[/*]/.test(pattern)) return 'nothing: a pattern must begin with a slash or a star';
  const isAnchored = pattern.endsWith('$');
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const [head = '', ...rest] = parts;
  if (rest.length === 0)
    return isAnchored
      ? `only “${head}”`
      : head === '/'
        ? WHOLE_SITE
        : `every path that begins with “${head}”`;
  const tail = rest.pop() ?? '';
  const middle = rest.filter((part) => part !== '').map((part) => `contains “${part}”`);
  const beginning = head === '' || head === '/' ? [] : [`begins with “${head}”`];
  const ending = tail === '' ? [] : [isAnchored ? `ends with “${tail}”` : `contains “${tail}”`];
  const conditions = [...beginning, ...middle, ...ending];
  return conditions.length === 0 ? WHOLE_SITE : `every path that ${conditions.join(', then ')}`;
}
