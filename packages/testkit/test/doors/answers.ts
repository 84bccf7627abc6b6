/** Code that the adapters of doors share. */
import type { DoorAnswer, DoorSheet } from '@robots-exclusion/testkit';

/** The answers for each path and agent, ordered by path, then by agent. */
export function answersTo<Answer extends DoorAnswer | undefined | Promise<DoorAnswer | undefined>>(
  { agents, paths }: DoorSheet,
  answer: (agent: string | readonly string[], path: string) => Answer,
): Answer[] {
  return paths.flatMap((path) => agents.map((agent) => answer(agent, path)));
}

/** Preferences by use, without the underlying statements. */
export function usesOf(
  uses: Readonly<Record<string, { readonly preference: string }>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(uses).map(([use, { preference }]) => [use, preference]));
}

/** An origin for doors that require absolute URLs but fetch nothing. */
export const ORIGIN = 'https://example.com';

/** The members of a crawler's description that follow from the registry. All other members are left out. */
export function ofRegistry(crawler: unknown): unknown {
  const { followsGroup, exemptFromStar, literal } = (crawler ?? {}) as Record<string, unknown>;
  const known = { followsGroup, exemptFromStar, literal };
  const stated = Object.entries(known).filter(([, value]) => value !== undefined);
  return stated.length === 0 ? undefined : Object.fromEntries(stated);
}
