/** Parsed drafts and compiled rules, kept for the few drafts that questions are about at a time. */
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import type { Crawler } from './crawler.ts';

/** A draft made ready to be asked. */
export interface PreparedDraft {
  readonly text: string;
  readonly document: RobotsDocument;
  /** Tokens that have a group, in lower case. */
  readonly named: ReadonlySet<string>;
  rulesFor(crawler: Crawler): RuleSet;
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
  const byToken = new Map<string, RuleSet>();
  const draft: PreparedDraft = {
    text,
    document,
    named,
    rulesFor(crawler) {
      const token = addressOf(draft, crawler).toLowerCase();
      let rules = byToken.get(token);
      if (rules === undefined) {
        rules = token === '' ? compile(parse(''), '*') : compile(document, token);
        byToken.set(token, rules);
      }
      return rules;
    },
  };
  return draft;
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
