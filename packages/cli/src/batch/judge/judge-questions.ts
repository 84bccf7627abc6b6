/**
 * Evaluates records. For the first record with a given file, the file is only scanned. For the second, it is parsed and
 * cached. If the file is used often, its rules are also compiled. Memory use does not grow with the input.
 */
import {
  type Body,
  compile,
  type Dialect,
  judgeOnce,
  parse,
  type RobotsDocument,
  type RuleSet,
} from 'robots-exclusion';
import type { AgentIndex, ResolvedCrawler } from 'robots-exclusion/agents';
import type { Question } from '../read/question.ts';
import type { Answered } from './answers.ts';
import { crawlerOfRecord } from './crawler-of-record.ts';
import { aboutUrl, answerOf, type NoteOfCrawler, noteOf, type PartsOfAnswer } from './judge-target.ts';
import type { UnknownCrawlers } from './unknown-crawlers.ts';

/** The number of stored fingerprints. A new fingerprint replaces the one in its slot. */
const slots = 2 ** 16;

const samples = 24;

/**
 * Creates a function that returns whether a similar file was seen before. Files that differ only between the sampled
 * positions count as the same file, and old files are forgotten, so the result may be wrong either way.
 */
function createSeenFiles(): (body: Body) => boolean {
  const table = new Int32Array(slots);
  return (body) => {
    const print = fingerprint(body);
    const slot = (print ^ (print >>> 16)) & (slots - 1);
    const isSeen = table[slot] === print;
    table[slot] = print;
    return isSeen;
  };
}

/**
 * The fingerprint of a file, never 0, because 0 marks an empty slot. Includes the last octets without gaps, because
 * files from one template often differ at the end.
 */
function fingerprint(body: Body): number {
  const { length } = body;
  const step = Math.max(1, Math.floor(length / samples));
  let print = mixed(0x2545f491, length);
  for (let at = 0; at < length; at += step) print = mixed(print, unitAt(body, at));
  for (let at = Math.max(0, length - samples); at < length; at++) print = mixed(print, unitAt(body, at));
  return print;
}

function unitAt(body: Body, at: number): number {
  return typeof body === 'string' ? body.charCodeAt(at) : (body[at] as number);
}

/** One step of FNV-1a. */
function mixed(print: number, value: number): number {
  return Math.imul(print ^ value, 0x01000193) | 1;
}

/** @throws {BadRecord} If the record cannot be evaluated. */
export type JudgeQuestion = (question: Question) => Answered;

interface ReadRules {
  readonly ruleSet: RuleSet;
  readonly note: NoteOfCrawler;
}

/** A cached file, which more than one record uses. */
interface KeptFile {
  readonly document: RobotsDocument;
  readonly crawlers: Map<ResolvedCrawler, ReadRules>;
}

/** Files by dialect, and then by their octets, encoded as a string with one character per octet. */
type KeptFiles = Map<Dialect, Map<string, KeptFile>>;

/**
 * Limit on the total length of the cached texts in one generation; each text counts once for its document and once per
 * crawler. Two generations are kept. The cached form of a file with only short rules takes about 60 times as much
 * memory as its text.
 */
const maxCharacters = 1024 * 1024;

/** Limit on the crawler names that are cached, because resolving a User-Agent header takes about 30 µs. */
const maxResolved = 10_000;

/** @param maxBytes The parser's limit on the size of a file; undefined for its default. */
export function createJudge(
  maxBytes: number | undefined,
  registry: AgentIndex | undefined,
  parts: PartsOfAnswer,
  unknown: UnknownCrawlers,
): JudgeQuestion {
  const hasFurther = parts.explain || parts.usagePreferences !== undefined;
  const limit = maxBytes === undefined ? {} : { maxBytes };
  const seen = createSeenFiles();
  const resolved = new Map<string, ResolvedCrawler>();
  let young: KeptFiles = new Map();
  let old: KeptFiles = new Map();
  let characters = 0;

  function resolve({ agent, isLiteral: literal }: Question): ResolvedCrawler {
    const key = `${literal} ${typeof agent === 'string' ? agent : JSON.stringify(agent)}`;
    const known = resolved.get(key);
    if (known) return known;
    if (resolved.size >= maxResolved) resolved.clear();
    const crawler = crawlerOfRecord(agent, literal, registry);
    unknown.see(crawler);
    resolved.set(key, crawler);
    return crawler;
  }

  function keptFile({ body, dialect }: Question): KeptFile {
    const key = keyOf(body);
    const kept = young.get(dialect)?.get(key);
    if (kept) return kept;
    const file = old.get(dialect)?.get(key) ?? {
      document: parse(owned(body), { dialect, ...limit }),
      crawlers: new Map(),
    };
    makeRoom(key.length * (1 + file.crawlers.size));
    const files = young.get(dialect) ?? new Map();
    young.set(dialect, files.set(key, file));
    return file;
  }

  function makeRoom(needed: number): void {
    characters += needed;
    if (characters <= maxCharacters) return;
    old = young;
    young = new Map();
    characters = needed;
  }

  function rulesOf(file: KeptFile, crawler: ResolvedCrawler): ReadRules {
    const known = file.crawlers.get(crawler);
    if (known) return known;
    const rules = {
      ruleSet: compile(file.document, crawler.who),
      note: noteOf(file.document, crawler, parts, registry),
    };
    file.crawlers.set(crawler, rules);
    characters += file.document.octets.length;
    return rules;
  }

  return (question) => {
    const { body, url, dialect } = question;
    const crawler = resolve(question);
    const once = hasFurther || dialect.reader || seen(body) ? undefined : askOnce(question, crawler, limit);
    if (once) return once;
    const file = keptFile(question);
    const { ruleSet, note } = rulesOf(file, crawler);
    return answerOf({ document: file.document, ruleSet, who: crawler.who, note }, url, parts);
  };
}

/**
 * Evaluates a record without parsing the whole file. Returns `undefined` if the registry may add a note, which requires
 * the parsed document.
 */
function askOnce(
  { body, url }: Question,
  { known, who }: ResolvedCrawler,
  limit: { readonly maxBytes?: number },
): Answered | undefined {
  // Passes a single token as a string, because the parser caches only the last name that was a string.
  const asked = Array.isArray(who) && who.length === 1 ? (who[0] as string) : who;
  const answer = aboutUrl(() => judgeOnce(body, asked, url, limit));
  const hasNote = known && !answer.isNamed && (known.fallbackTokens.length > 0 || !known.appliesStar);
  if (hasNote) return undefined;
  const { note: _, ...answered } = answer;
  return answered;
}

/** The cache key of a body. Equal keys mean equal octets. */
function keyOf(body: Body): string {
  const octets =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  return octets.toString('latin1');
}

function owned(body: Body): Body {
  return typeof body === 'string' ? body : body.slice();
}
