/** Determines which crawlers two files distinguish, and which groups each crawler follows in each file. */
import { toLowerCase } from '../bytes/octet.ts';
import { textOf } from '../bytes/text.ts';
import { binaryText } from '../compare/compared-rule.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { Group } from '../parse/groups.ts';
import { endOfToken, isStar } from '../parse/product-token.ts';
import type { DocumentRecord } from '../parse/records.ts';
import { type Crawler, type CrawlerProfile, isProfile, tokensInForce } from '../rules/crawler-profile.ts';

/** Crawlers that follow the same groups as one another in each of the two files. */
export interface CrawlerPair {
  /** Product tokens as spelled in the files, `*` for every crawler that no group names, or the requested name. */
  readonly crawlers: readonly string[];
  readonly before: GroupChoice;
  readonly after: GroupChoice;
}

export interface GroupChoice {
  readonly groups: readonly Group[];
  /** An identifier, equal for selections of the same groups. */
  readonly id: string;
}

/** Every token that either file names, `*`, and the requested crawlers. Tokens with the same groups form one entry. */
export function crawlerPairs(
  before: RobotsDocument,
  after: RobotsDocument,
  asked: readonly Crawler[],
): readonly CrawlerPair[] {
  const tables = [groupsByToken(before), groupsByToken(after)] as const;
  const names = new Map([[STAR_TOKEN, '*']]);
  for (const { spelling } of tables) for (const [token, name] of spelling) names.set(token, name);
  const questions = new Map<unknown, Question>();
  for (const [token, name] of names) questions.set(token, { name, before: [token], after: [token] });
  for (const who of asked) {
    // What is known of a requested crawler takes the place of its bare token, which may follow other groups.
    const key = isProfile(who) ? who.token.toLowerCase() : Symbol();
    questions.set(key, { name: nameOf(who), before: inForce(before, who), after: inForce(after, who) });
  }
  const pairs = new Map<string, { crawlers: Set<string>; before: GroupChoice; after: GroupChoice }>();
  for (const { name, ...tokens } of questions.values()) {
    const choice = { before: chosen(tables[0], tokens.before), after: chosen(tables[1], tokens.after) };
    const key = `${choice.before.id}/${choice.after.id}`;
    const pair = pairs.get(key) ?? { crawlers: new Set(), ...choice };
    pairs.set(key, pair);
    pair.crawlers.add(name);
  }
  return [...pairs.values()].map(({ crawlers, ...choice }) => ({ crawlers: [...crawlers], ...choice }));
}

/** The profiles of crawlers that either file names, and that may follow other groups than their bare tokens. */
export function namedProfiles(
  documents: readonly RobotsDocument[],
  known: readonly CrawlerProfile[],
): readonly CrawlerProfile[] {
  const named = new Set(documents.flatMap((document) => [...groupsByToken(document).spelling.keys()]));
  return known.filter(
    ({ token, fallbackTokens, appliesStar }) =>
      (fallbackTokens.length > 0 || !appliesStar) && named.has(token.toLowerCase()),
  );
}

interface Question {
  readonly name: string;
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[] | undefined;
}

/** The groups of a file, indexed by the tokens that name them. */
interface TokenTable {
  readonly groups: ReadonlyMap<string, readonly number[]>;
  readonly spelling: ReadonlyMap<string, string>;
  readonly all: readonly Group[];
}

const STAR_TOKEN = '*';

function groupsByToken(document: RobotsDocument): TokenTable {
  const groups = new Map<string, number[]>();
  const spelling = new Map<string, string>();
  document.groups.forEach(({ userAgents }, index) => {
    for (const record of userAgents) {
      const { start, end } = tokenSpan(document, record);
      const token = binaryText(document.octets.subarray(start, end).map(toLowerCase));
      if (token === '') continue;
      const known = groups.get(token) ?? [];
      groups.set(token, known);
      if (known.at(-1) !== index) known.push(index);
      if (!spelling.has(token)) spelling.set(token, textOf(document.octets, start, end));
    }
  });
  return { groups, spelling, all: document.groups };
}

function tokenSpan(
  { octets }: RobotsDocument,
  { valueSpan: { start, end } }: DocumentRecord,
): { start: number; end: number } {
  return { start, end: isStar(octets, start, end) ? start + 1 : endOfToken(octets, start, end) };
}

/** The token used to look up the crawler in one file; `undefined` if no group applies. */
function inForce(document: RobotsDocument, who: Crawler): string[] | undefined {
  return tokensInForce(document, who)?.map(binaryText);
}

/** The merged groups that name one of the tokens; if no group does, the groups of `*` (RFC 9309 §2.2.1). */
function chosen({ groups, all }: TokenTable, tokens: readonly string[] | undefined): GroupChoice {
  if (tokens === undefined) return { groups: [], id: '' };
  const own = new Set(tokens.flatMap((token) => groups.get(token) ?? []));
  const indexes = own.size > 0 ? [...own].sort((a, b) => a - b) : (groups.get(STAR_TOKEN) ?? []);
  return { groups: indexes.map((index) => all[index] as Group), id: indexes.join() };
}

function nameOf(who: Crawler): string {
  if (isProfile(who)) return who.token;
  return typeof who === 'string' ? who : who.join(', ');
}
