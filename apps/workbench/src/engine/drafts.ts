/** Parsed drafts and compiled rules, cached for the few drafts in use. */
import { type DecisionBasis, loadDialects as loadForAnswers } from '@robots-exclusion/operations/evaluate';
import { DEFAULT_CANDIDATES } from '@robots-exclusion/operations/limits';
import { crawlersOf } from '@robots-exclusion/operations/shared';
import {
  compile,
  DEFAULT_MAX_BYTES,
  type Dialect,
  parse,
  type RobotsDocument,
  type RuleSet,
} from 'robots-exclusion';
import { groupInForce, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import type { DialectDefinition } from 'robots-exclusion/dialects';
import type { Crawler } from './crawler.ts';

/** A parsed draft that creates rule sets on demand. */
export interface PreparedDraft {
  readonly text: string;
  readonly document: RobotsDocument;
  /** The rules for a crawler. `reading` is the name of a dialect, or `own` for the dialect of the crawler. */
  rulesFor(crawler: Crawler, reading?: string): RuleSet;
}

const KEPT = 3;
const kept: PreparedDraft[] = [];

/** The prepared draft for a text. The last few drafts are cached. */
export function prepared(text: string): PreparedDraft {
  const at = kept.findIndex((draft) => draft.text === text);
  const draft = at < 0 ? prepare(text) : (kept.splice(at, 1)[0] as PreparedDraft);
  kept.unshift(draft);
  kept.length = Math.min(kept.length, KEPT);
  return draft;
}

function prepare(text: string): PreparedDraft {
  const document = parse(text);
  const rules = new Map<string, RuleSet>();
  const documents = new Map([['rfc9309', document]]);
  const documentAs = (name: string): RobotsDocument => {
    const known = documents.get(name) ?? parse(text, { dialect: findDialect(name) ?? document.dialect });
    documents.set(name, known);
    return known;
  };
  return {
    text,
    document,
    rulesFor(crawler, reading = 'rfc9309') {
      const dialect = dialectOf(crawler, reading);
      const { who } = resolved(crawler, reading);
      // With RFC 9309, crawlers to which the same token applies share one rule set. Other dialects compare tokens in
      // their own ways, so each crawler has a separate rule set.
      const key = `${dialect} ${dialect === 'rfc9309' ? addressOf(document, crawler) : crawler.token}`;
      const made = rules.get(key) ?? compile(documentAs(dialect), who);
      rules.set(key, made);
      return made;
    },
  };
}

/** The dialect in which a draft is read for a crawler. An unknown reading, for example from a link, means RFC 9309. */
export function dialectOf(crawler: Crawler, reading: string): string {
  if (reading === 'own') return crawler.dialect;
  return findDialect(reading) ? reading : 'rfc9309';
}

/**
 * The input of operations for a draft, in the same form as in every interface.
 *
 * @throws {OperationError} If the crawler's token, which may come from a link, is not a valid name.
 */
export function draftQuestion(draft: string, crawler: Crawler, reading: string): DecisionBasis {
  return {
    robots: { body: draft, maxBytes: DEFAULT_MAX_BYTES },
    dialect: dialectOf(crawler, reading),
    crawlers: crawlersOf({ agents: [crawler.token], literal: isLiteral(reading) }, undefined, 1),
    maxCandidates: DEFAULT_CANDIDATES,
  };
}

/**
 * Looks up the crawler in the registry. If a dialect is named, only the token is used, because parsers know only
 * tokens.
 */
export function resolved({ token }: Crawler, reading = 'rfc9309'): ResolvedCrawler {
  return resolveCrawler(token, { literal: isLiteral(reading) });
}

/** Whether names are used as literal tokens. For `rfc9309` and `own`, the registry resolves them instead. */
function isLiteral(reading: string): boolean {
  return reading !== 'rfc9309' && reading !== 'own' && findDialect(reading) !== undefined;
}

/** The token whose groups apply to a crawler: its own, a fallback, or `*`; empty if no group applies. */
export function addressOf(document: RobotsDocument, crawler: Crawler): string {
  return (groupInForce(document, crawler) ?? '').toLowerCase();
}

let loaded: typeof import('robots-exclusion/dialects') | undefined;

export async function loadDialects(): Promise<void> {
  loaded = await import('robots-exclusion/dialects');
  await loadForAnswers();
}

export function findDialect(name: string): Dialect | undefined {
  return loaded?.findDialect(name);
}

/** Describes which rule wins; empty if the dialect's precedence is that of RFC 9309. */
export function precedenceOf(dialect: Dialect | DialectDefinition): string {
  if (!('facts' in dialect) || loaded === undefined) return '';
  const sentences = loaded.describeFacts(dialect.facts).filter(({ axis }) => axis === 'precedence');
  return sentences.map(({ sentence }) => sentence).join(' ');
}
