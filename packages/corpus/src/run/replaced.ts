/** Stretches of long archives that must be read again because they started in the wrong place. */
import { firstMisplaced, type ReadStretch } from '../warc/stretch.ts';
import type { RunPlan } from './run-plan.ts';

/**
 * The plan with the first of them corrected, and its unit; undefined if each starts where the one before it ended.
 */
export function withReplaced(
  plan: RunPlan,
  read: readonly (readonly ReadStretch[])[],
): { readonly plan: RunPlan; readonly unit: number } | undefined {
  const all = plan.units.flatMap((unit, index) => unit.map((stretch, at) => ({ stretch, unit: index, at })));
  for (const [input, { size }] of plan.inputs.entries()) {
    const own = all.filter(({ stretch }) => stretch.input === input);
    if (own.length < 2) continue;
    const found = firstMisplaced(
      own.map(({ stretch }) => stretch),
      own.map(({ unit, at }) => read[unit]?.[at] as ReadStretch),
      size,
    );
    if (!found) continue;
    const { unit, at } = own[found.index] as (typeof own)[number];
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
