/** The pieces that a run divides its work into. */
import type { RunPlan, Stage } from './run-plan.ts';
import { type UnitProgress, writePart } from './unit.ts';

/** Performs one piece: reads a unit of archives, or writes a part of the table. */
export async function doPiece(
  stage: Stage,
  plan: RunPlan,
  index: number,
  folder: string,
  onProgress: (progress: UnitProgress) => void,
): Promise<void> {
  if (stage === 'read') return writePart(plan, index, folder, onProgress);
  const { finishPart } = await import('./finish-part.ts');
  return finishPart(plan, index, folder, () => onProgress({ rows: 0, octets: 0 }));
}
