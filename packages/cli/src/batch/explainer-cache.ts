/**
 * Rules made ready by the text of their robots.txt: in a run over many URLs of one site each file is read once.
 * Bounded, the least recently used go first, so that a run over millions of files takes no more memory than a short one.
 */
import { compile, explainer, parse, type RobotsDocument, type Verdict } from 'robots-exclusion';
import { type AgentIndex, crawlerNote, type ResolvedCrawler, resolveCrawler } from 'robots-exclusion/agents';
import { printableJson } from '../output/printable.ts';
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
  /** A member of the answer, with a comma before it: what of it rests on the registry; mostly nothing. */
  readonly noteJson: string;
}

/** Gives the rules that a question is about. */
export type ExplainerSource = (question: Question) => ReadRules;

/** One file: its document, and its rules for each crawler that was asked about. */
interface Entry {
  readonly document: RobotsDocument;
  readonly crawlers: Map<string, ReadRules>;
}

/**
 * Characters of all texts kept, counted once for the document and once for each crawler. A file of nothing but short
 * rules takes some 60 times its text.
 */
const maxCharacters = 2 * 1024 * 1024;

/** Names of crawlers kept; a look-up of a User-Agent header takes some 30 µs. */
const maxResolved = 10_000;

/** Makes an empty cache; `maxBytes` is the limit under which files are parsed. */
export function createExplainerCache(maxBytes: number | undefined, registry?: AgentIndex): ExplainerSource {
  const entries = new Map<string, Entry>();
  const resolved = new Map<string, ResolvedCrawler>();
  let characters = 0;

  function drop(key: string): void {
    const entry = entries.get(key);
    if (entries.delete(key)) characters -= costOf(key, entry);
  }

  function resolve(key: string, { agent, isLiteral: literal }: Question): ResolvedCrawler {
    const crawler = resolved.get(key) ?? resolveCrawler(agent, { literal }, registry);
    if (resolved.size >= maxResolved) resolved.clear();
    resolved.set(key, crawler);
    return crawler;
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
    const crawler = `${question.isLiteral} ${JSON.stringify(question.agent)}`;
    const entry = entries.get(key) ?? { document: parsed(question, maxBytes), crawlers: new Map() };
    const rules = entry.crawlers.get(crawler) ?? rulesFor(entry.document, resolve(crawler, question));
    drop(key);
    entry.crawlers.set(crawler, rules);
    keep(key, entry);
    return rules;
  };
}

function rulesFor(document: RobotsDocument, crawler: ResolvedCrawler): ReadRules {
  const note = crawlerNote(document, crawler);
  return {
    verdictOn: explainer(compile(document, crawler.who)),
    isTruncated: document.isTruncated,
    noteJson: note === undefined ? '' : `,"crawler":${printableJson(note)}`,
  };
}

function costOf(key: string, entry: Entry | undefined): number {
  return key.length * (1 + (entry?.crawlers.size ?? 0));
}

function parsed({ body, dialect }: Question, maxBytes: number | undefined): RobotsDocument {
  return parse(body, { dialect, ...(maxBytes !== undefined && { maxBytes }) });
}
