/** The proof that a change of a file changes no verdict. */
import type { Body } from '../bytes/body.ts';
import type { RobotsDocument } from '../parse/document.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { compareCrawlers } from './compare-crawlers.ts';
import type { DiffOptions } from './diff.ts';
import type { ChangedRegion, UndecidedChange } from './diff-report.ts';
import { readableDocument } from './readable-document.ts';
import { regionOf, shownSides } from './region.ts';
import { DEFAULT_BUDGET, WorkBudget } from './work-budget.ts';

/** Whether two files answer every crawler alike. */
export type SameVerdictsProof =
  /** Every crawler gets the same verdict about every target. */
  | { readonly kind: 'equal' }
  /** These crawlers are answered otherwise about `region.witness`. */
  | { readonly kind: 'changed'; readonly crawlers: readonly string[]; readonly region: ChangedRegion }
  /** No change was found, but the budget ran out before this rule was compared. */
  | { readonly kind: 'undecided'; readonly crawlers: readonly string[]; readonly rule: UndecidedChange };

/**
 * Proves that two files answer all crawlers alike: every product token that either file names, every crawler that
 * neither names, and those asked for. A crawler with several tokens is looked at only where it is asked for.
 *
 * @throws {TypeError} If a body is neither a string, nor a `Uint8Array`, nor a document read by RFC 9309.
 * @throws {RangeError} If the budget is less than 0.
 * @example
 * ```ts
 * const group = 'User-agent: *\nDisallow: /a\n';
 * proveSameVerdicts(group, `${group}Disallow: /a/b\n`).kind; // 'equal'
 * proveSameVerdicts(group, `${group}Disallow: /b\n`).kind; // 'changed'
 * ```
 */
export function proveSameVerdicts(
  before: Body | RobotsDocument,
  after: Body | RobotsDocument,
  { crawlers: asked = [], budget = DEFAULT_BUDGET }: DiffOptions = {},
): SameVerdictsProof {
  const documents = [readableDocument(before), readableDocument(after)] as const;
  let undecided: SameVerdictsProof | undefined;
  for (const { crawlers, sides, found } of compareCrawlers(
    documents,
    asked as readonly Crawler[],
    new WorkBudget(budget),
  )) {
    for (const piece of found()) {
      if (piece === undefined) continue;
      if ('witness' in piece) return { kind: 'changed', crawlers, region: regionOf(piece, sides) };
      undecided ??= { kind: 'undecided', crawlers, rule: shownSides(piece, sides) };
    }
  }
  return undecided ?? { kind: 'equal' };
}
