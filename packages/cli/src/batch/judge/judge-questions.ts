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
import { RepeatedTexts } from '../read/repeated-texts.ts';
import type { Answered } from './answers.ts';
import { crawlerOfRecord } from './crawler-of-record.ts';
import { aboutUrl, answerOf, type NoteOfCrawler, noteOf, type PartsOfAnswer } from './judge-target.ts';
import type { UnknownCrawlers } from './unknown-crawlers.ts';

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

/** Files by dialect, and then by the body of a repeated text, which is the same object each time. */
type KeptFiles = Map<Dialect, Map<Body, KeptFile>>;

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
  const texts = new RepeatedTexts<Body>();
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

  /** The body of a repeated text. */
  function repeatedBody({ body, isRepeated }: Question): Body | undefined {
    return isRepeated ? body : texts.repeated(octetsOf(body), () => owned(body));
  }

  function keptFile(body: Body, dialect: Dialect): KeptFile {
    const kept = young.get(dialect)?.get(body);
    if (kept) return kept;
    const file = old.get(dialect)?.get(body) ?? readFile(body, dialect);
    makeRoom(body.length * (1 + file.crawlers.size));
    const files = young.get(dialect) ?? new Map();
    young.set(dialect, files.set(body, file));
    return file;
  }

  function readFile(body: Body, dialect: Dialect): KeptFile {
    return { document: parse(body, { dialect, ...limit }), crawlers: new Map() };
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
    const repeated = repeatedBody(question);
    const once = repeated || hasFurther || dialect.reader ? undefined : askOnce(question, crawler, limit);
    if (once) return once;
    const file = repeated ? keptFile(repeated, dialect) : readFile(body, dialect);
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
  const answer = aboutUrl(() => judgeOnce(body, who, url, limit));
  const hasNote = known && !answer.isNamed && (known.fallbackTokens.length > 0 || !known.appliesStar);
  if (hasNote) return undefined;
  const { note: _, ...answered } = answer;
  return answered;
}

function octetsOf(body: Body): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function owned(body: Body): Body {
  return typeof body === 'string' ? body : body.slice();
}
