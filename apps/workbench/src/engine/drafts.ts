/** Parsed drafts and compiled rules, kept for the few drafts that questions are about at a time. */
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import type { Crawler } from './crawler.ts';
import { findDialect } from './dialects.ts';

/** A draft made ready to be asked. */
export interface PreparedDraft {
  readonly text: string;
  readonly document: RobotsDocument;
  /** Tokens that have a group, in lower case. */
  readonly named: ReadonlySet<string>;
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
  const named = new Set<string>();
  for (const { productTokens } of document.groups) {
    for (const token of productTokens) named.add(token.toLowerCase());
  }
  const rules = new Map<string, RuleSet>();
  const documents = new Map([['rfc9309', document]]);
  const documentAs = (name: string): RobotsDocument => {
    const known = documents.get(name) ?? parse(text, { dialect: findDialect(name) ?? document.dialect });
    documents.set(name, known);
    return known;
  };
  const draft: PreparedDraft = {
    text,
    document,
    named,
    rulesFor(crawler, reading = 'rfc9309') {
      const dialect = reading === 'own' ? crawler.dialect : reading;
      const isStandard = dialect === 'rfc9309';
      const who = isStandard ? addressOf(draft, crawler).toLowerCase() : crawler.token;
      const key = `${dialect} ${who}`;
      const made =
        rules.get(key) ??
        (isStandard ? standardRules(document, who) : dialectRules(documentAs(dialect), crawler));
      rules.set(key, made);
      return made;
    },
  };
  return draft;
}

/** Crawlers that the same token's groups bind share one rule set. */
function standardRules(document: RobotsDocument, token: string): RuleSet {
  return token === '' ? compile(parse(''), '*') : compile(document, token);
}

/** Dialects compare tokens in their own ways, so they are handed the whole crawler. */
function dialectRules(document: RobotsDocument, { token, fallbackTokens, appliesStar }: Crawler): RuleSet {
  return compile(document, token === '*' ? '*' : { token, fallbackTokens, appliesStar });
}

/**
 * The token whose groups bind a crawler: its own, that of the first fallback with a group, or `*`. Empty where the
 * crawler passes over `*` and nothing else names it.
 */
export function addressOf({ named }: PreparedDraft, { token, fallbackTokens, appliesStar }: Crawler): string {
  if (token === '*') return token;
  const found = [token, ...fallbackTokens].find((name) => named.has(name.toLowerCase()));
  return found ?? (appliesStar ? '*' : '');
}
