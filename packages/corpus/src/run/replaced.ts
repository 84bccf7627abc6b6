/** Finds stretches of long archives that must be read again because they started at the wrong offset. */
import { firstMisplaced, type ReadStretch } from '../warc/stretch.ts';
import type { RunInput, RunPlan, UnitStretch } from './run-plan.ts';

/**
 * Corrects the first misplaced stretch. Returns the new plan and the stretch's unit; undefined if each stretch starts
 * where the previous one ended.
 */
export function withReplaced(
  plan: RunPlan,
  read: readonly (readonly ReadStretch[])[],
): { readonly plan: RunPlan; readonly unit: number } | undefined {
  for (const [input, own] of placesByInput(plan)) {
    if (own.length < 2 || own[0]?.stretch.records) continue;
    const { size } = plan.inputs[input] as RunInput;
    const found = firstMisplaced(
      own.map(({ stretch }) => stretch),
      own.map(({ unit, at }) => read[unit]?.[at] as ReadStretch),
      size,
    );
    if (!found) continue;
    const { unit, at } = own[found.index] as StretchPlace;
    const units = plan.units.map((stretches, index) =>
      index !== unit
        ? stretches
        : stretches.map((each, place) =>
            place === at ? { ...each, from: found.start, isExact: true } : each,
          ),
    );
    return { plan: { ...plan, units }, unit };
  }
  return undefined;
}

interface StretchPlace {
  readonly stretch: UnitStretch;
  readonly unit: number;
  readonly at: number;
}

/** The stretches of each archive, in order. */
function placesByInput({ units }: RunPlan): ReadonlyMap<number, readonly StretchPlace[]> {
  const places = new Map<number, StretchPlace[]>();
  for (const [unit, stretches] of units.entries()) {
    for (const [at, stretch] of stretches.entries()) {
      const own = places.get(stretch.input);
      if (own) own.push({ stretch, unit, at });
      else places.set(stretch.input, [{ stretch, unit, at }]);
    }
  }
  return places;
}
