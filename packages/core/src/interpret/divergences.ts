/**
 * Finds the ways in which parsers depart from RFC 9309 on one file. Lines that a parser reads differently for the same
 * reason are reported as one divergence. Only realistic URLs are tried: those that the file's own rules describe,
 * without needless escapes.
 */
import type { Body } from '../bytes/body.ts';
import { dialects as allDialects } from '../dialects/index.ts';
import { compile } from '../engine/compile.ts';
import { explain } from '../explain/explain.ts';
import { type Dialect, rfc9309 } from '../parse/dialect.ts';
import { RobotsDocument } from '../parse/document.ts';
import type { Group } from '../parse/groups.ts';
import { parse } from '../parse/parse.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import type { Verdict } from '../rules/verdict.ts';
import { mixedDialect, type ReadingBudget } from './experiments.ts';
import { likelyTargetsFor } from './sample-targets.ts';
import { type Difference, whyItDiffers } from './why-it-differs.ts';

/** One way in which some dialects depart from RFC 9309, with an example query. */
export interface Divergence {
  /**
   * The first line that the dialects read this way: a rule, or the first user-agent record of a group without rules.
   */
  readonly line: number;
  /** All lines that at least one of the dialects reads this way, including the first. */
  readonly lines: readonly number[];
  readonly dialects: readonly Dialect[];
  /** The name of a crawler. */
  readonly who: string;
  /** A path on which RFC 9309 and these dialects give different verdicts. */
  readonly target: string;
  /** The verdict of these dialects on `target`. RFC 9309's verdict is the opposite. */
  readonly allowed: boolean;
  /** The reason for the difference; `undefined` if the file is too large to search for one. */
  readonly because?: Pick<Difference, 'facts' | 'sentence'>;
}

/** The result of `divergences`. */
export interface DivergenceReport {
  /** The divergences in file order. */
  readonly divergences: readonly Divergence[];
  /** Dialects whose original implementations fail on the file. */
  readonly unreadable: readonly { readonly dialect: Dialect; readonly error: string }[];
  /** The first line that was not examined, because the limit was reached; `undefined` if all lines were examined. */
  readonly stoppedAt?: number;
}

/** The dialects to compare, and the limits. */
export interface DivergenceOptions {
  /** @default all of them */
  dialects?: readonly Dialect[];
  /**
   * Product tokens of the most important crawlers. A group that applies to one of these crawlers is tested with that
   * crawler's token.
   */
  crawlers?: readonly string[];
  /**
   * The maximum number of comparisons between rules and targets, over all dialects. The default takes about a second.
   *
   * @default {3_000_000}
   */
  maxComparisons?: number;
  /** Examine only this line, counted from 1. @default all lines */
  line?: number;
}

/** The number of octets of the file that cost as much as one more rule. */
const OCTETS_A_RULE = 64;

/** The maximum number of octets that each dialect reads again to find reasons, whether it is asked alone or with others. */
const MOST_OCTETS_READ = 2_000_000;

/**
 * The ways in which dialects depart from RFC 9309 on a file. Every result is correct; the list may be incomplete.
 *
 * @example
 * ```ts
 * const { divergences: found } = divergences('User-agent: *\nDisallow: /*.pdf$\nDisallow: /*.ps$\n');
 * const wget = found.find(({ dialects }) => dialects.some(({ name }) => name === 'wget'));
 * [wget?.line, wget?.lines.length, wget?.target, wget?.allowed]; // [2, 2, '/.pdf', true]
 * wget?.because?.sentence; // 'There are no wildcards: * and $ are literal characters.'
 * ```
 */
export function divergences(
  body: Body | RobotsDocument,
  { dialects = allDialects, crawlers = [], maxComparisons = 3_000_000, line: asked }: DivergenceOptions = {},
): DivergenceReport {
  const octets = body instanceof RobotsDocument ? body.octets : body;
  const standard = new Reading(octets, rfc9309);
  const readings = dialects.filter(({ reader }) => reader).map((dialect) => new Reading(octets, dialect));
  const unreadable = readings.flatMap(({ dialect, error }) =>
    error === undefined ? [] : [{ dialect, error }],
  );
  const readable = readings.filter(({ error }) => error === undefined);
  const readers = readable.map((reading) => new Ways(reading, standard, { octetsLeft: MOST_OCTETS_READ }));
  let left = maxComparisons;
  let stoppedAt: number | undefined;
  const cost = readers.length * (1 + standard.ruleCount + standard.document.octets.length / OCTETS_A_RULE);
  for (const { line, questions } of questionsOf(standard.document.groups, crawlers)) {
    if (asked !== undefined && line !== asked) continue;
    left -= questions.length * cost;
    if (left < 0) {
      stoppedAt = line;
      break;
    }
    for (const reader of readers) reader.look(line, questions);
  }
  const found = merged(readers.flatMap((reader) => reader.found));
  return Object.freeze({ divergences: found, unreadable, ...(stoppedAt !== undefined && { stoppedAt }) });
}

/** Names for a crawler that the file does not name, used if the file names all of the caller's crawlers. */
const STRANGERS = ['FooBot', 'BarBot', 'QuxCrawler'];

interface Question {
  readonly who: string;
  readonly target: string;
}

/** Each rule, or each group without rules, with the queries about it. */
function* questionsOf(
  groups: readonly Group[],
  crawlers: readonly string[],
): Iterable<{ line: number; questions: readonly Question[] }> {
  const named = new Set(
    groups.flatMap(({ productTokens }) => productTokens.map((name) => name.toLowerCase())),
  );
  const stranger = [...crawlers, ...STRANGERS].find((name) => !named.has(name.toLowerCase())) ?? 'FooBot';
  for (const { rules, userAgents, productTokens } of groups) {
    const own = new Set(productTokens.map((name) => name.toLowerCase()));
    const asked = crawlers.find((name) => own.has(name.toLowerCase()));
    const token = asked ?? productTokens.find((name) => name !== '');
    if (token === undefined) continue;
    const who = token === '*' ? stranger : token;
    for (const { line, value } of rules.length > 0 ? rules : userAgents.slice(0, 1)) {
      const targets = likelyTargetsFor(rules.length > 0 ? value : '/');
      yield { line, questions: targets.map((target) => ({ who, target })) };
    }
  }
}

/** The file in one dialect, compiled once per crawler name. */
class Reading {
  readonly dialect: Dialect;
  readonly document: RobotsDocument;
  /** The reason why the original implementation fails on the file; `undefined` if it does not. */
  readonly error: string | undefined;
  readonly #ruleSets = new Map<string, RuleSet>();

  constructor(octets: Body, dialect: Dialect) {
    this.dialect = dialect;
    this.document = parse(octets, { dialect });
    const { because, note } = this.explain({ who: 'FooBot', target: '/' });
    this.error = because === 'unreadable' ? (note ?? 'no answer') : undefined;
  }

  get ruleCount(): number {
    return this.document.groups.reduce((sum, { rules }) => sum + rules.length, 0);
  }

  allows({ who, target }: Question): boolean {
    return this.#of(who).allows(target);
  }

  explain({ who, target }: Question): Verdict {
    return explain(this.#of(who), target);
  }

  #of(who: string): RuleSet {
    const kept = this.#ruleSets.get(who) ?? compile(this.document, who);
    this.#ruleSets.set(who, kept);
    return kept;
  }
}

/** One way in which one dialect departs from RFC 9309. */
interface Way extends Omit<Divergence, 'lines' | 'dialects'> {
  readonly dialect: Dialect;
  readonly lines: number[];
  /**
   * The file read according to RFC 9309, except for the single fact of the dialect that causes the difference, if one
   * fact is enough.
   */
  readonly alike?: Reading;
}

/** The ways in which one dialect departs from RFC 9309, found line by line. */
class Ways {
  readonly found: Way[] = [];
  readonly #own: Reading;
  readonly #standard: Reading;
  readonly #reasons: ReadingBudget;

  constructor(own: Reading, standard: Reading, reasons: ReadingBudget) {
    this.#own = own;
    this.#standard = standard;
    this.#reasons = reasons;
  }

  /** Examines one line. Only the first query whose verdict differs is reported. */
  look(line: number, questions: readonly Question[]): void {
    for (const question of questions) {
      const allowed = this.#standard.allows(question);
      if (this.#own.allows(question) === allowed) continue;
      const own = this.#own.explain(question);
      if (own.because === 'unreadable') continue;
      this.#note(line, question, own);
      return;
    }
  }

  #note(line: number, question: Question, own: Verdict): void {
    const known = this.found.find(({ alike }) => alike?.allows(question) === own.allowed);
    const way = known ?? this.#way(question, own);
    const same = this.found.find(
      ({ allowed, because }) => allowed === own.allowed && because?.sentence === way.because?.sentence,
    );
    if (same) same.lines.push(line);
    else this.found.push({ ...way, line, lines: [line] });
  }

  #way(question: Question, own: Verdict): Omit<Way, 'line' | 'lines'> {
    const { dialect, document } = this.#own;
    const way = { ...question, dialect, allowed: own.allowed };
    if (this.#reasons.octetsLeft <= 0) return way;
    const asked = { ...question, parse: (other: Dialect) => parse(document.octets, { dialect: other }) };
    const verdicts = { own, standard: this.#standard.explain(question) };
    const { facts, sentence } = whyItDiffers(dialect, asked, verdicts, this.#reasons);
    // If the search was cut short, the reason is unknown.
    if (facts.length === 0 && this.#reasons.octetsLeft <= 0) return way;
    const because = { facts, sentence };
    if (facts.length !== 1) return { ...way, because };
    return { ...way, because, alike: new Reading(document.octets, mixedDialect(dialect, facts)) };
  }
}

/** Groups dialects that depart in the same way on the same query. */
function merged(ways: readonly Way[]): readonly Divergence[] {
  const byQuestion = new Map<string, Way[]>();
  for (const way of ways) {
    const key = [way.line, way.because?.sentence, way.allowed, way.who, way.target].join('\n');
    const known = byQuestion.get(key);
    if (known) known.push(way);
    else byQuestion.set(key, [way]);
  }
  const all = [...byQuestion.values()].map((same) => {
    const { line, who, target, allowed, because } = same[0] as Way;
    const lines = [...new Set(same.flatMap((way) => way.lines))].sort((a, b) => a - b);
    const dialects = same.map(({ dialect }) => dialect);
    return Object.freeze({ line, lines, dialects, who, target, allowed, ...(because && { because }) });
  });
  return Object.freeze(all.sort((a, b) => a.line - b.line));
}
