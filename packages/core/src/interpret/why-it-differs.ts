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

/** The maximum size of the set. A larger set would not help the person who reads the report. */
const MOST_FACTS = 3;

/** Whether an experiment with these facts changes the result; `undefined` if no more experiments are allowed. */
type Turns<Fact> = (facts: readonly Fact[]) => boolean | undefined;

/**
 * One of the smallest sets of `facts` that change the result; `undefined` if the set would need more than three facts,
 * or if the experiments run out. If they run out among the smaller sets, it may be a set of which no single fact can be
 * left out.
 *
 * @param facts All facts that may matter, the most informative first.
 */
export function fewestFacts<Fact>(facts: readonly Fact[], turns: Turns<Fact>): readonly Fact[] | undefined {
  // If the result differs even without any fact, there is no reason to report.
  if (turns([]) !== false) return undefined;
  let isCut = false;
  // After experiments have run out, some are still answered from memory; what they find need not be the smallest.
  const limited: Turns<Fact> = (some) => {
    const turned = isCut ? undefined : turns(some);
    isCut = turned === undefined;
    return turned;
  };
  const single = firstThatTurns(subsets(facts, 1), limited);
  if (single) return single;
  const enough = shrunk(facts, limited);
  for (let size = 2; size <= MOST_FACTS; size++) {
    // No smaller set that was tried changes the result.
    if (enough?.length === size) return enough;
    const found = firstThatTurns(subsets(facts, size), limited);
    if (found) return found;
  }
  return undefined;
}

function firstThatTurns<Fact>(
  sets: Iterable<readonly Fact[]>,
  turns: Turns<Fact>,
): readonly Fact[] | undefined {
  for (const set of sets) {
    const turned = turns(set);
    if (turned === undefined) return undefined;
    if (turned) return set;
  }
  return undefined;
}

/**
 * A minimal set of facts; `undefined` if even all facts together do not change the result, or if the experiments run
 * out.
 */
function shrunk<Fact>(facts: readonly Fact[], turns: Turns<Fact>): readonly Fact[] | undefined {
  if (!turns(facts)) return undefined;
  let kept = facts;
  // A fact that was needed beside others may no longer be needed without them.
  for (let before = Infinity; kept.length < before; ) {
    before = kept.length;
    for (const fact of [...kept].reverse()) {
      const fewer = kept.filter((each) => each !== fact);
      const turned = turns(fewer);
      if (turned === undefined) return undefined;
      if (turned) kept = fewer;
    }
  }
  return kept;
}

function* subsets<Fact>(facts: readonly Fact[], size: number, from = 0): Iterable<readonly Fact[]> {
  if (size === 0) yield [];
  else
    for (let at = from; at <= facts.length - size; at++)
      for (const rest of subsets(facts, size - 1, at + 1)) yield [facts[at] as Fact, ...rest];
}

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
