/**
 * Rules made ready by the text of their robots.txt: in a run over many URLs of one site each file is read once.
 * Bounded, the least recently used go first, so that a run over millions of files takes no more memory than a short one.
 */
import { compile, explainer, parse, type RobotsDocument, type Verdict } from 'robots-exclusion';
import type { Question } from './read-record.ts';

/**
 * The verdict on a target.
 *
 * @throws {TypeError} If it is no target.
 */
export type Explainer = (target: string) => Verdict;

/** The rules that a question is about. */
export interface ReadRules {
  readonly verdictOn: Explainer;
  /** The file goes on behind what was read of it (RFC 9309 §2.5). */
  readonly isTruncated: boolean;
}

/** Gives the rules that a question is about. */
export type ExplainerSource = (question: Question) => ReadRules;

/** One file: its document, and its rules for each crawler that was asked about. */
interface Entry {
  readonly document: RobotsDocument;
  readonly explainers: Map<string, Explainer>;
}

/**
 * Characters of all texts kept, counted once for the document and once for each crawler. A file of nothing but short
 * rules takes some 60 times its text.
 */
const maxCharacters = 2 * 1024 * 1024;

/** Makes an empty cache; `maxBytes` is the limit under which files are parsed. */
export function createExplainerCache(maxBytes: number | undefined): ExplainerSource {
  const entries = new Map<string, Entry>();
  let characters = 0;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entries.delete(key)) characters -= costOf(key, entry);
  }

  function keep(key: string, entry: Entry): void {
    entries.set(key, entry);
    characters += costOf(key, entry);
    for (const oldest of entries.keys()) {
      if (characters <= maxCharacters) break;
      drop(oldest);
    }
  }

  return (question) => {
    const key = `${question.dialect.name} ${question.bodyKey}`;
    const crawler = JSON.stringify(question.agent);
    const entry = entries.get(key) ?? { document: parsed(question, maxBytes), explainers: new Map() };
    const found = entry.explainers.get(crawler);
    const explain = found ?? explainer(compile(entry.document, question.agent));
    drop(key);
    entry.explainers.set(crawler, explain);
    keep(key, entry);
    return { verdictOn: explain, isTruncated: entry.document.isTruncated };
  };
}

function costOf(key: string, entry: Entry | undefined): number {
  return key.length * (1 + (entry?.explainers.size ?? 0));
}

function parsed({ body, dialect }: Question, maxBytes: number | undefined): RobotsDocument {
  return parse(body, { dialect, ...(maxBytes !== undefined && { maxBytes }) });
}
