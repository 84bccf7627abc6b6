/** Parsed drafts and compiled rules, kept for the few drafts that questions are about at a time. */
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import { groupInForce, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import type { Crawler } from './crawler.ts';
import { findDialect } from './dialects.ts';

/** A draft made ready to be asked. */
export interface PreparedDraft {
  readonly text: string;
  readonly document: RobotsDocument;
  /** The draft as `reading` says: a dialect, or `own` for the crawler's. */
  documentFor(crawler: Crawler, reading: string): RobotsDocument;
  /** The rules that bind a crawler, read as `reading` says: a dialect, or `own` for each crawler's. */
  rulesFor(crawler: Crawler, reading?: string): RuleSet;
}

const KEPT = 3;
const kept: PreparedDraft[] = [];

/** The draft of that text, parsed once while it is among the last few. */
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
    documentFor: (crawler, reading) => documentAs(dialectOf(crawler, reading)),
    rulesFor(crawler, reading = 'rfc9309') {
      const dialect = dialectOf(crawler, reading);
      const { who } = resolved(crawler, reading);
      // Crawlers that the same token's groups bind share one rule set; dialects compare tokens in their own ways.
      const key = `${dialect} ${dialect === 'rfc9309' ? addressOf(document, crawler) : crawler.token}`;
      const made = rules.get(key) ?? compile(documentAs(dialect), who);
      rules.set(key, made);
      return made;
    },
  };
}

function dialectOf(crawler: Crawler, reading: string): string {
  return reading === 'own' ? crawler.dialect : reading;
}

/** The crawler as the registry knows it; in the reading of a named parser, which knows tokens only, its bare token. */
export function resolved({ token }: Crawler, reading = 'rfc9309'): ResolvedCrawler {
  return resolveCrawler(token, { literal: reading !== 'rfc9309' && reading !== 'own' });
}

/** The token whose groups bind a crawler: its own, a fallback, or `*`; empty where no group does. */
export function addressOf(document: RobotsDocument, crawler: Crawler): string {
  return (groupInForce(document, crawler) ?? '').toLowerCase();
}
