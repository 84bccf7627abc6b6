/**
 * Explains why a dialect's verdict differs from RFC 9309's. It finds the smallest set of facts (departures of the
 * dialect from RFC 9309) that, applied to RFC 9309's reading, produces the dialect's verdict. This code contains no
 * special cases for dialects.
 */
import { describeFacts, type FactSentence } from '../dialects/describe.ts';
import type { Axis } from '../dialects/engine/facts.ts';
import { factsOf } from '../dialects/rfc9309.ts';
import type { Dialect } from '../parse/dialect.ts';
import type { Verdict } from '../rules/verdict.ts';
import { type AskedQuestion, Experiments, type ReadingBudget } from './experiments.ts';
import { fewestFacts } from './fewest-facts.ts';

/** The facts that cause a difference. */
export interface Difference {
  /**
   * A smallest set of the dialect's facts that, applied to RFC 9309's reading, produces the dialect's verdict. Empty if
   * more than three facts would be needed, or if the file is too large for the search.
   */
  readonly facts: readonly FactSentence[];
  /** The line that decides in the dialect's reading; if no line does, the line that decides in RFC 9309's reading. */
  readonly line?: number;
  /** The facts in plain English. */
  readonly sentence: string;
}

/** Explains the difference between two verdicts on the same query. */
export function whyItDiffers(
  dialect: Dialect,
  question: AskedQuestion,
  { own, standard }: { readonly own: Verdict; readonly standard: Verdict },
  budget: ReadingBudget,
): Difference {
  const experiments = new Experiments(dialect, question, budget);
  const facts = fewestFacts(tellingFirst(describeFacts(factsOf(dialect))), (some) => {
    const answer = experiments.answer(some);
    return answer === undefined ? undefined : answer === own.allowed;
  });
  const line = own.rule?.line ?? standard.rule?.line;
  return Object.freeze({
    facts: Object.freeze(facts ?? []),
    ...(line !== undefined && { line }),
    sentence: facts ? facts.map(({ sentence }) => sentence).join(' ') : NO_SINGLE_CAUSE,
  });
}

const NO_SINGLE_CAUSE = 'Differs; no single cause found.';

/**
 * The order in which the axes are tried. Earlier axes are easier to understand, so their facts are preferred among sets
 * of the same size.
 */
const TELLING_FIRST: readonly Axis[] = [
  'runs',
  'merging',
  'precedence',
  'matching',
  'groups',
  'agents',
  'rules',
  'lines',
  'names',
  'extras',
  'targets',
  'normalising',
];

function tellingFirst(facts: readonly FactSentence[]): readonly FactSentence[] {
  return TELLING_FIRST.flatMap((axis) => facts.filter((fact) => fact.axis === axis));
}
