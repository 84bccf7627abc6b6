/**
 * Resolves the name of a crawler, as people and programs write it, to the value that selects its rules. Only this
 * module resolves names: `compile` and related functions use their argument as it is.
 */
import type { RobotsDocument } from '../parse/document.ts';
import { type Crawler, type CrawlerProfile, namedToken } from '../rules/crawler-profile.ts';
import { productTokens } from '../rules/product-tokens.ts';
import { selectRows } from '../rules/select.ts';
import type { AgentProfile } from './agent-profile.ts';
import { type AgentIndex, findIn } from './find-agent.ts';

/**
 * The members of a profile that decide which groups apply to the crawler, and the source of the profile. Plain data.
 */
export type KnownCrawler = Pick<
  AgentProfile,
  'token' | 'operator' | 'fallbackTokens' | 'appliesStar' | 'starExtras' | 'source' | 'sourceKind'
>;

/** A resolved name. Plain data, so that it can be sent to a worker. */
export interface ResolvedCrawler {
  /**
   * The product tokens in the name; if a header named the crawler, the profile's tokens. Empty if the name has none.
   */
  readonly tokens: readonly string[];
  /** The argument for `compile` and related functions. */
  readonly who: Crawler;
  /** The crawler's entry in the registry, even if the caller requested the bare token. */
  readonly known?: KnownCrawler;
  /** Whether the caller requested the bare token, to which neither fallbacks nor exemptions apply. */
  readonly isLiteral: boolean;
  /** Unknown tokens, if they were already looked up. Describing the crawler then needs no registry. */
  readonly unknown?: readonly UnknownName[];
}

/** A product token that the registry does not know. */
export interface UnknownName {
  readonly token: string;
  /** Known tokens at the same smallest distance, sorted; empty if none is near. */
  readonly nearest: readonly string[];
}

/** How to read a name. */
export interface ResolveOptions {
  /** Whether to treat names as plain product tokens, as RFC 9309 does, without the registry. @default {false} */
  literal?: boolean;
}

/** How a crawler's profile changes the selection of groups, compared with RFC 9309 alone. */
export interface CrawlerNote {
  readonly token: string;
  /** The token whose group the crawler follows because no group names the crawler itself. */
  readonly followsGroup?: string;
  /** Set if no group names the crawler and the group of `*` does not apply to it. */
  readonly exemptFromStar?: true;
  /** Set if the caller requested the bare token, and the crawler itself would follow another group or none. */
  readonly literal?: true;
  /** The members above, stated in a sentence. */
  readonly note: string;
  /** The page that documents this behavior. */
  readonly source: string;
}

/**
 * The crawler that a name refers to. The name is a product token, several tokens of one crawler (comma-separated or as
 * a list), or a User-Agent header.
 */
export function resolveIn(
  index: AgentIndex,
  name: string | readonly string[],
  { literal = false }: ResolveOptions = {},
): ResolvedCrawler {
  const header = typeof name === 'string' && isHeader(name) ? name : undefined;
  const isSearched = header !== undefined && !(literal && isOneName(header));
  const profile = isSearched ? findIn(index, header) : undefined;
  const tokens = header === undefined ? tokensIn(name) : profile ? [profile.token] : namesIn(header);
  const known =
    profile ?? (tokens.length === 1 ? index.byToken.get(cutToken(tokens[0] as string)) : undefined);
  const who = known === undefined || literal ? tokens : knownOf(known);
  return Object.freeze({
    tokens: Object.freeze(tokens),
    who,
    ...(known && { known: knownOf(known) }),
    isLiteral: literal || known === undefined,
  });
}

/** Whether the name refers to a crawler: it has at least one token, and no token is empty after trimming. */
export function hasTokens({ tokens }: ResolvedCrawler): boolean {
  return tokens.length > 0 && tokens.every((token) => token === '*' || cutToken(token) !== '');
}

/** How the crawler's profile changes which groups apply; `undefined` if RFC 9309 alone selects the same groups. */
export function crawlerNote(
  document: RobotsDocument,
  { known, isLiteral }: ResolvedCrawler,
): CrawlerNote | undefined {
  if (known === undefined) return undefined;
  const { token, source } = known;
  const inForce = namedToken(document, known);
  if (inForce === token || (inForce === undefined && (known.appliesStar || !hasStar(document))))
    return undefined;
  if (isLiteral) {
    const note = `The bare token ${token} was requested; the crawler itself ${whatItDoes(inForce)}, ${authorityOf(known)}`;
    return Object.freeze({ token, literal: true, note, source });
  }
  const note = `${token} ${whatItDoes(inForce)}, ${authorityOf(known)}`;
  if (inForce === undefined) return Object.freeze({ token, exemptFromStar: true, note, source });
  return Object.freeze({ token, followsGroup: inForce, note, source });
}

/**
 * The token whose groups apply to the crawler in this file: its own token, a fallback or `*`; `undefined` if no group
 * applies.
 */
export function groupInForce(document: RobotsDocument, profile: CrawlerProfile): string | undefined {
  return namedToken(document, profile) ?? (profile.appliesStar && hasStar(document) ? '*' : undefined);
}

function hasStar(document: RobotsDocument): boolean {
  return selectRows(document, []).userAgentRows.length > 0;
}

function whatItDoes(inForce: string | undefined): string {
  return inForce === undefined ? 'is not bound by the group of "*"' : `follows the group of ${inForce}`;
}

function authorityOf({ operator, sourceKind, source }: KnownCrawler): string {
  return sourceKind === 'operator' ? `as ${operator} documents` : `according to ${source}`;
}

function tokensIn(name: string | readonly string[]): string[] {
  const tokens = typeof name === 'string' ? name.split(',') : name;
  return tokens.map((token) => token.trim());
}

function namesIn(header: string): string[] {
  return isOneName(header) ? tokensIn(header) : productTokens(header);
}

/**
 * Whether the header is words without a version or a comment, which a product token begins. Some parsers take them as
 * one name.
 */
function isOneName(header: string): boolean {
  return !/[(/]|^[^\w-]/.test(header.trim());
}

/** Whether the name is a header: it has comments or several products, and its commas do not separate names. */
function isHeader(name: string): boolean {
  return name.includes('(') || tokensIn(name).some((token) => /\S[ \t]+\S/.test(token));
}

/**
 * The token as RFC 9309 compares it: the part before the first white space, `/`, `*`, `,`, `;` or `(`, in lower case.
 */
export function cutToken(token: string): string {
  return leadingToken(token).toLowerCase();
}

/** The part of a value that RFC 9309's crawlers compare as a product token, as written. */
export function leadingToken(value: string): string {
  return /^[^\s/*,;(]*/.exec(value)?.[0] ?? '';
}

/** A cache, because many headers name the same crawler. */
const kept = new WeakMap<KnownCrawler, KnownCrawler>();

function knownOf(profile: KnownCrawler): KnownCrawler {
  const made = kept.get(profile);
  if (made) return made;
  const { token, operator, fallbackTokens, appliesStar, starExtras, source, sourceKind } = profile;
  const known = Object.freeze({
    token,
    operator,
    fallbackTokens,
    appliesStar,
    starExtras,
    source,
    sourceKind,
  });
  kept.set(profile, known);
  return known;
}
