/**
 * Compiled rules by the text of their robots.txt: in a run over many URLs of one site each file is parsed once.
 * Bounded, the least recently used go first, so that a run over millions of files takes no more memory than a short one.
 */
import { compile, parse, type RobotsDocument, type RuleSet } from 'robots-exclusion';
import type { Question } from './read-record.ts';

/** Characters of all texts kept. A text that alone is longer than this is not kept. */
const maxCharacters = 4 * 1024 * 1024;
/** Crawlers kept of one file. */
const maxCrawlers = 64;

interface Entry {
  readonly document: RobotsDocument;
  readonly ruleSets: Map<string, RuleSet>;
}

/** Gives the rules that a question is about. */
export type RuleSetSource = (question: Question) => RuleSet;

/** Makes an empty cache; `maxBytes` is the limit under which files are parsed. */
export function createRuleSetCache(maxBytes: number | undefined): RuleSetSource {
  const entries = new Map<string, Entry>();
  let characters = 0;

  function drop(key: string): void {
    if (entries.delete(key)) characters -= key.length;
  }

  function entryOf(question: Question): Entry {
    const key = `${question.dialect.name} ${question.bodyKey}`;
    const found = entries.get(key);
    const entry = found ?? { document: parsed(question, maxBytes), ruleSets: new Map() };
    if (key.length > maxCharacters) return entry;
    drop(key);
    entries.set(key, entry);
    characters += key.length;
    for (const oldest of entries.keys()) {
      if (characters <= maxCharacters) break;
      drop(oldest);
    }
    return entry;
  }

  return (question) => {
    const { document, ruleSets } = entryOf(question);
    const crawler = JSON.stringify(question.agent);
    const found = ruleSets.get(crawler);
    if (found) return found;
    if (ruleSets.size >= maxCrawlers) ruleSets.clear();
    const ruleSet = compile(document, question.agent);
    ruleSets.set(crawler, ruleSet);
    return ruleSet;
  };
}

function parsed({ body, dialect }: Question, maxBytes: number | undefined): RobotsDocument {
  return parse(body, { dialect, ...(maxBytes !== undefined && { maxBytes }) });
}
