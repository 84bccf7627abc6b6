/** Finds, by experiment, the smallest set of facts that changes a result. Sets are tried by size, smallest first. */

/** The maximum size of the set. A larger set would not help the person who reads the report. */
const MOST_FACTS = 3;

/** Whether an experiment with these facts changes the result; `undefined` if no more experiments are allowed. */
export type Turns<Fact> = (facts: readonly Fact[]) => boolean | undefined;

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
