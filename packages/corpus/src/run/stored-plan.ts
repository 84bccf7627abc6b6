import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunPlan } from './run-plan.ts';

const NAME = 'manifest.json';

/** The plan; undefined if there is none. */
export function storedPlan(folder: string): RunPlan | undefined {
  const path = join(folder, NAME);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunPlan) : undefined;
}

export function storePlan(folder: string, plan: RunPlan): void {
  const path = join(folder, NAME);
  writeFileSync(`${path}.new`, JSON.stringify(plan), { flush: true });
  renameSync(`${path}.new`, path);
}

/** Removes the plan, after which the folder no longer looks resumable. */
export function removePlan(folder: string): void {
  rmSync(join(folder, NAME));
}
