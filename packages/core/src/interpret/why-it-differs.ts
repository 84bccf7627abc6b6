/**
 * Why a dialect answers differently from RFC 9309: found by giving RFC 9309's reading one fact of the dialect after
 * another and looking which of them turns the answer. Nothing here knows any dialect.
 */
import { defineDialect } from '../dialects/define-dialect.ts';
import { AXES, describeAxis } from '../dialects/describe.ts';
import type { Axis, DialectFacts } from '../dialects/engine/facts.ts';
import { factsOf, rfc9309Facts } from '../dialects/rfc9309.ts';
import type { Dialect } from '../parse/dialect.ts';
import type { Verdict } from '../rules/verdict.ts';

/** What turns the answer. */
export interface Difference {
  readonly axis: Axis;
  /** The fact on that axis, where one alone does it. */
  readonly fact?: string;
  /** The line that decides in the dialect's reading, or else in RFC 9309's. */
  readonly line?: number;
  /** In plain English. */
  readonly sentence: string;
}

/** Explains the difference between two verdicts on the same question; `read` answers it by any dialect. */
export function whyItDiffers(
  dialect: Dialect,
  own: Verdict,
  standard: Verdict,
  read: (dialect: Dialect) => Verdict,
): Difference {
  const facts = factsOf(dialect);
  const turns = (candidate: DialectFacts): boolean => {
    const verdict = read(defineDialect({ ...dialect, facts: candidate }));
    return verdict.because !== 'unreadable' && verdict.allowed === own.allowed;
  };
  const axis = turningAxis(facts, turns);
  const fact = turningFact(axis, facts, turns);
  const line = own.rule?.line ?? standard.rule?.line;
  return Object.freeze({
    axis,
    ...(fact !== undefined && { fact }),
    ...(line !== undefined && { line }),
    sentence: sentenceOf(axis, facts, fact),
  });
}

/** The axes in the order in which they are tried: where several turn the answer, the first says most to a reader. */
const TELLING_FIRST: readonly Axis[] = [
  'runs',
  'merging',
  'precedence',
  'matching',
  'groups',
  'agents',
  'rules',
  'names',
  'lines',
  'extras',
  'targets',
  'normalising',
];

/** The axis that suffices; else the one without which the answer would be RFC 9309's; else the last that is needed. */
function turningAxis(facts: DialectFacts, turns: (facts: DialectFacts) => boolean): Axis {
  const differing = TELLING_FIRST.filter((axis) => facts[axis] !== rfc9309Facts[axis]);
  const enough = differing.find((axis) => turns({ ...rfc9309Facts, [axis]: facts[axis] }));
  if (enough) return enough;
  const needed = differing.find((axis) => !turns({ ...facts, [axis]: rfc9309Facts[axis] }));
  if (needed) return needed;
  let mixed: DialectFacts = rfc9309Facts;
  for (const axis of differing) {
    mixed = { ...mixed, [axis]: facts[axis] };
    if (turns(mixed)) return axis;
  }
  return differing.at(-1) ?? 'extras';
}

/** The fact on an axis that suffices beside RFC 9309's others, or that the dialect's reading needs. */
function turningFact(
  axis: Axis,
  facts: DialectFacts,
  turns: (facts: DialectFacts) => boolean,
): string | undefined {
  const described = describeAxis(axis, facts).map(({ fact }) => fact);
  if (described.length <= 1) return described[0];
  const value = (of: DialectFacts, fact: string): unknown => (of[axis] as never)[fact];
  const withFact = (base: DialectFacts, fact: string, from: DialectFacts): DialectFacts => ({
    ...base,
    [axis]: { ...base[axis], [fact]: value(from, fact) },
  });
  return (
    described.find((fact) => turns(withFact(rfc9309Facts, fact, facts))) ??
    described.find((fact) => !turns(withFact(facts, fact, rfc9309Facts)))
  );
}

function sentenceOf(axis: Axis, facts: DialectFacts, fact: string | undefined): string {
  const described = describeAxis(axis, facts);
  const found = described.find((each) => each.fact === fact) ?? described[0];
  return found?.sentence ?? `${AXES.get(axis)}: read in another way than RFC 9309 asks.`;
}
