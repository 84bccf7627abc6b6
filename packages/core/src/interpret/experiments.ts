/** Answers one query according to RFC 9309, with some facts replaced by a dialect's facts. */
import { defineDialect } from '../dialects/define-dialect.ts';
import type { FactSentence } from '../dialects/describe.ts';
import type { Axis, DialectFacts } from '../dialects/engine/facts.ts';
import { factsOf, rfc9309Facts } from '../dialects/rfc9309.ts';
import { compile } from '../engine/compile.ts';
import { judge } from '../explain/explain.ts';
import type { Dialect } from '../parse/dialect.ts';
import { RobotsDocument } from '../parse/document.ts';
import type { UrlLike } from '../patterns/target.ts';
import type { Who } from '../rules/crawler.ts';

/** A query about one file, one crawler and one target. */
export interface AskedQuestion {
  readonly parse: (dialect: Dialect) => RobotsDocument;
  readonly who: Who;
  readonly target: string | UrlLike;
}

/** The number of octets that experiments may still read. Several queries can share this budget. */
export interface ReadingBudget {
  octetsLeft: number;
}

/** The minimum cost of a reading, which covers compiling. */
const LEAST_OCTETS = 2_000;

/** The experiments on one query. Experiments that must have the same result share one parse and one result. */
export class Experiments {
  readonly #dialect: Dialect;
  readonly #question: AskedQuestion;
  readonly #budget: ReadingBudget;
  readonly #parsed = new Map<string, ParsedFile>();
  readonly #answers = new Map<string, Answer>();

  constructor(dialect: Dialect, question: AskedQuestion, budget: ReadingBudget) {
    this.#dialect = dialect;
    this.#question = question;
    this.#budget = budget;
  }

  /** The result according to RFC 9309, with `facts` taken from the dialect; `undefined` if the budget is spent. */
  answer(facts: readonly FactSentence[]): Answer | undefined {
    const dialect = mixedDialect(this.#dialect, facts);
    const file = this.#fileFor(facts.filter(isOfParsing), dialect);
    if (!file) return undefined;
    const key = `${file.id} ${keyOf(facts.filter(isOfAnswering))}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    if (!this.#spend(file.document)) return undefined;
    const { who, target } = this.#question;
    const { allowed, because } = judge(
      compile(new RobotsDocument({ ...file.document, dialect }), who),
      target,
    );
    const answer = because === 'unreadable' ? 'unreadable' : allowed;
    this.#answers.set(key, answer);
    return answer;
  }

  #fileFor(facts: readonly FactSentence[], dialect: Dialect): ParsedFile | undefined {
    const key = keyOf(facts);
    const known = this.#parsed.get(key);
    if (known) return known;
    const [any] = this.#parsed.values();
    if (any && !this.#spend(any.document)) return undefined;
    const document = this.#question.parse(dialect);
    const same = [...this.#parsed.values()].find((file) => isSameFile(file.document, document));
    const file = same ?? { id: this.#parsed.size, document };
    this.#parsed.set(key, file);
    return file;
  }

  #spend({ octets }: RobotsDocument): boolean {
    this.#budget.octetsLeft -= Math.max(octets.length, LEAST_OCTETS);
    return this.#budget.octetsLeft >= 0;
  }
}

/** Whether the target is allowed; `unreadable` if a parser with these facts would fail. */
export type Answer = boolean | 'unreadable';

/** A dialect that reads files as RFC 9309 does, except for `facts`, which are taken from `dialect`. */
export function mixedDialect(dialect: Dialect, facts: readonly FactSentence[]): Dialect {
  const own = factsOf(dialect);
  const mixed: Partial<Record<Axis, unknown>> = {};
  for (const { axis, fact } of facts) {
    mixed[axis] = { ...(mixed[axis] ?? rfc9309Facts[axis]), [fact]: own[axis][fact as never] };
  }
  return defineDialect({ ...dialect, facts: { ...rfc9309Facts, ...mixed } as DialectFacts });
}

interface ParsedFile {
  /** A number that is equal for files with the same line table. */
  readonly id: number;
  readonly document: RobotsDocument;
}

function keyOf(facts: readonly FactSentence[]): string {
  return facts.map(({ axis, fact }) => `${axis}.${fact}`).join();
}

/** Whether the line table depends on the fact. */
function isOfParsing({ axis, fact }: FactSentence): boolean {
  return axis === 'names' || (axis === 'lines' && fact !== 'fails');
}

/**
 * Whether the fact affects the verdict other than through the line table. Of the facts about lines, only the facts
 * about the whole file do; of those about names, the one that may also change values.
 */
function isOfAnswering({ axis, fact }: FactSentence): boolean {
  if (axis === 'lines') return fact === 'fails' || fact === 'markup';
  return axis !== 'names' || fact === 'read';
}

function isSameFile(a: RobotsDocument, b: RobotsDocument): boolean {
  return (
    a.encoding === b.encoding &&
    a.lines.length === b.lines.length &&
    a.lines.every((value, index) => value === b.lines[index])
  );
}
