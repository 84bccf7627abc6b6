/**
 * Which rules of a file other dialects read otherwise. The search asks RFC 9309 and each dialect the same questions,
 * made from the file's own rules and names. What it finds is true; what it does not find may still exist.
 */
import type { Body } from '../bytes/body.ts';
import { dialects as allDialects } from '../dialects/index.ts';
import { compile } from '../engine/compile.ts';
import { explainer } from '../explain/explain.ts';
import { type Dialect, rfc9309 } from '../parse/dialect.ts';
import { RobotsDocument } from '../parse/document.ts';
import type { Group } from '../parse/groups.ts';
import { parse } from '../parse/parse.ts';
import type { Verdict } from '../rules/verdict.ts';
import { targetsFor } from './sample-targets.ts';

/** One dialect that answers otherwise, with a smallest question that shows it. */
export interface PortabilityDifference {
  readonly dialect: Dialect;
  /** A crawler's name. */
  readonly who: string;
  readonly target: string;
  /** What the dialect answers; RFC 9309 answers the opposite. */
  readonly allowed: boolean;
}

/** A rule, or a group without rules, that is not read alike everywhere. */
export interface PortabilityFinding {
  /** Of the rule, or of the group's first user-agent record. */
  readonly line: number;
  readonly differences: readonly PortabilityDifference[];
}

/** What `portability` found. */
export interface PortabilityReport {
  readonly findings: readonly PortabilityFinding[];
  /** Dialects whose originals fail on the file. */
  readonly unreadable: readonly { readonly dialect: Dialect; readonly error: string }[];
  /** All rules were tried; false where the budget ran out. */
  readonly isComplete: boolean;
}

/** How far to search. */
export interface PortabilityOptions {
  /** @default all of them */
  dialects?: readonly Dialect[];
  /**
   * Questions to ask at most, each of RFC 9309 and of every dialect.
   *
   * @default {2_000}
   */
  maxQuestions?: number;
}

/**
 * For each rule and group of a file, the dialects that read it otherwise than RFC 9309, with a smallest URL and name
 * among those tried. Takes questions × dialects × rules comparisons at most.
 *
 * @example
 * ```ts
 * const { findings } = portability('User-agent: *\nDisallow: /*.pdf$\n');
 * findings[0]?.differences.some(({ dialect }) => dialect.name === 'wget'); // true
 * ```
 */
export function portability(
  body: Body | RobotsDocument,
  options: PortabilityOptions = {},
): PortabilityReport {
  const { dialects = allDialects, maxQuestions = 2_000 } = options;
  const octets = body instanceof RobotsDocument ? body.octets : body;
  const read = (dialect: Dialect): Reader => readerOf(parse(octets, { dialect }));
  const standard = parse(octets);
  const readers = dialects.filter(({ reader }) => reader).map((dialect) => ({ dialect, ask: read(dialect) }));
  const failing = readers.flatMap(({ dialect, ask }) => {
    const { because, note } = ask('FooBot', '/');
    return because === 'unreadable' ? [{ dialect, error: note ?? 'no answer' }] : [];
  });
  const answering = readers.filter(({ dialect }) => !failing.some((each) => each.dialect === dialect));
  const byRfc9309 = read(rfc9309);
  const findings: PortabilityFinding[] = [];
  let left = maxQuestions;
  for (const group of standard.groups) {
    for (const { line, value } of group.rules.length > 0 ? group.rules : group.userAgents.slice(0, 1)) {
      const questions = questionsFor(group, group.rules.length > 0 ? value : '/').slice(0, left);
      left -= questions.length;
      const differences = answering.flatMap((reader) => firstDifference(reader, byRfc9309, questions));
      if (differences.length > 0)
        findings.push(Object.freeze({ line, differences: Object.freeze(differences) }));
    }
  }
  return Object.freeze({ findings, unreadable: failing, isComplete: left > 0 });
}

type Reader = (who: string, target: string) => Verdict;

/** Answers from one document, compiling once for each name. */
function readerOf(document: RobotsDocument): Reader {
  const compiled = new Map<string, (target: string) => Verdict>();
  return (who, target) => {
    let ask = compiled.get(who);
    if (!ask) {
      ask = explainer(compile(document, who));
      compiled.set(who, ask);
    }
    return ask(target);
  };
}

interface Question {
  readonly who: string;
  readonly target: string;
}

/** Smallest first. */
function questionsFor(group: Group, pattern: string): readonly Question[] {
  const names = group.productTokens
    .slice(0, 3)
    .flatMap((token) => (token === '*' ? ['FooBot'] : namesFor(token)));
  const questions = names.flatMap((who) => targetsFor(pattern).map((target) => ({ who, target })));
  const length = ({ who, target }: Question): number => target.length * 100 + who.length;
  return questions.sort((a, b) => length(a) - length(b));
}

function namesFor(token: string): readonly string[] {
  return token === '' ? [] : [token, `${token}/1.0`];
}

function firstDifference(
  { dialect, ask }: { dialect: Dialect; ask: Reader },
  byRfc9309: Reader,
  questions: readonly Question[],
): readonly PortabilityDifference[] {
  for (const { who, target } of questions) {
    const { allowed, because } = ask(who, target);
    if (because === 'unreadable' || allowed === byRfc9309(who, target).allowed) continue;
    return [Object.freeze({ dialect, who, target, allowed })];
  }
  return [];
}
