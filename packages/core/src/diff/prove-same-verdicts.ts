/** Proves that a change to a file changes no verdict. */
import type { Body } from '../bytes/body.ts';
import { quote } from '../bytes/quote.ts';
import { changedRegions } from '../compare/changed-regions.ts';
import { type ComparedRule, mergedRules } from '../compare/compared-rule.ts';
import { mayMeet } from '../compare/may-meet.ts';
import { RuleSide } from '../compare/rule-side.ts';
import type { TargetSpace } from '../compare/target-space.ts';
import { DEFAULT_BUDGET, RULES_A_UNIT, WorkBudget } from '../compare/work-budget.ts';
import { type Dialect, rfc9309 } from '../parse/dialect.ts';
import type { FirstDifference } from '../parse/dialect-reader.ts';
import { RobotsDocument } from '../parse/document.ts';
import { parse } from '../parse/parse.ts';
import type { Crawler } from '../rules/crawler-profile.ts';
import { compareByDialect } from './compare-by-dialect.ts';
import { type ComparedCrawlers, compareCrawlers } from './compare-crawlers.ts';
import type { DiffOptions } from './diff.ts';
import type { ChangedRegion, UndecidedChange } from './diff-report.ts';
import { regionOf, shownSides } from './region.ts';

/** The scope of a proof. */
export interface ProofOptions extends DiffOptions {
  /**
   * The dialects to compare.
   *
   * @default {[rfc9309]}
   */
  readonly dialects?: readonly Dialect[];
}

/** The result of a proof: whether two files give every crawler the same verdicts. */
export type SameVerdictsProof =
  /** Every crawler gets the same verdict on every target. */
  | { readonly kind: 'equal' }
  /** In `dialect`, `crawlers` get a different verdict on `region.witness`. */
  | {
      readonly kind: 'changed';
      readonly dialect: string;
      readonly crawlers: readonly string[];
      readonly region: ChangedRegion;
      /** A change of the same crawlers in the other direction, if the search met one soon. */
      readonly opposite?: ChangedRegion;
    }
  /**
   * No change was found, but nothing is proven. If `rule` is present, the budget ran out before this rule was compared.
   * Otherwise, the dialect cannot be compared exactly and finds different records in the two files.
   */
  | {
      readonly kind: 'undecided';
      readonly dialect: string;
      readonly crawlers: readonly string[];
      readonly rule?: UndecidedChange;
      /** The first lines that the dialect reads differently. */
      readonly difference?: FirstDifference;
    };

/**
 * Proves that two files give all crawlers the same verdicts: the crawlers that either file names, the crawlers that
 * neither names, and the requested crawlers. A crawler with several tokens is compared only on request, and only under
 * RFC 9309.
 *
 * Dialects whose verdicts depend only on ranked patterns are compared as exactly as RFC 9309. For other dialects, the
 * proof requires the same records in both files.
 *
 * @throws {TypeError} If a body is neither a string, nor a `Uint8Array`, nor a document in the RFC 9309 dialect.
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
  { crawlers = [], budget: total = DEFAULT_BUDGET, dialects = [rfc9309] }: ProofOptions = {},
): SameVerdictsProof {
  const budget = new WorkBudget(total);
  let undecided: SameVerdictsProof | undefined;
  for (const dialect of dialects) {
    const documents = [documentOf(before, dialect), documentOf(after, dialect)] as const;
    const proof = proveByDialect(documents, crawlers, budget);
    if (proof.kind === 'changed') return proof;
    if (proof.kind === 'undecided') undecided ??= proof;
  }
  return undecided ?? { kind: 'equal' };
}

/** Like {@link proveSameVerdicts}, for two documents of one dialect, with a shared budget. */
export function proveByDialect(
  documents: readonly [RobotsDocument, RobotsDocument],
  crawlers: readonly Crawler[],
  budget: WorkBudget,
): SameVerdictsProof {
  const compared = comparedBy(documents, crawlers, budget);
  return compared ? proofOf(documents, compared) : proofByRecords(documents);
}

/**
 * Like {@link proveByDialect}, for all possible crawlers, including those that follow the groups of several tokens. For
 * a dialect that compares targets as sent, `space` may hold only the targets that are sent.
 */
export function proveForAllTokens(
  documents: readonly [RobotsDocument, RobotsDocument],
  budget: WorkBudget,
  space?: TargetSpace,
): SameVerdictsProof {
  const { reader, name } = documents[0].dialect;
  const compared = comparedBy(documents, [], budget, space);
  if (!compared) return proofByRecords(documents);
  const proof = proofOf(documents, compared);
  if (proof.kind !== 'equal' || compared.length < 2 || reader?.mergesTokens === false) return proof;
  if (namesOf(documents[0]) !== namesOf(documents[1]))
    return { kind: 'undecided', dialect: name, crawlers: [] };
  return proofOf(documents, crawlersOfTwoTokens(compared, budget));
}

function comparedBy(
  documents: readonly [RobotsDocument, RobotsDocument],
  crawlers: readonly Crawler[],
  budget: WorkBudget,
  space?: TargetSpace,
): readonly ComparedCrawlers[] | undefined {
  return documents[0].dialect.reader
    ? compareByDialect(documents, budget, space)
    : compareCrawlers(documents, crawlers, budget);
}

/** Proves equality from equal records: files with the same records give the same verdicts. */
function proofByRecords([before, after]: readonly [RobotsDocument, RobotsDocument]): SameVerdictsProof {
  const { dialect } = before;
  const difference = dialect.reader?.firstDifference(before, after);
  if (!difference) return { kind: 'equal' };
  return { kind: 'undecided', dialect: dialect.name, crawlers: [], difference };
}

/** The product tokens of a file, without duplicates, in lower case. */
function namesOf({ groups }: RobotsDocument): string {
  const names = groups.flatMap(({ productTokens }) => productTokens.map((token) => token.toLowerCase()));
  return [...new Set(names)].sort().join('\n');
}

/** After a change, the steps of the search in which a change in the other direction may still turn up. */
const MOST_FURTHER_STEPS = 64;

function proofOf(
  [before]: readonly [RobotsDocument, RobotsDocument],
  compared: Iterable<ComparedCrawlers>,
): SameVerdictsProof {
  const dialect = before.dialect.name;
  let undecided: SameVerdictsProof | undefined;
  for (const { crawlers, sides, found } of compared) {
    let region: ChangedRegion | undefined;
    let further = 0;
    for (const piece of found()) {
      if (region && ++further > MOST_FURTHER_STEPS) break;
      if (piece === undefined) continue;
      if (!('witness' in piece))
        undecided ??= { kind: 'undecided', dialect, crawlers, rule: shownSides(piece, sides) };
      else if (!region) region = regionOf(piece, sides);
      else {
        const opposite = regionOf(piece, sides);
        if (opposite.direction !== region.direction)
          return { kind: 'changed', dialect, crawlers, region, opposite };
      }
    }
    if (region) return { kind: 'changed', dialect, crawlers, region };
  }
  return undecided ?? { kind: 'equal' };
}

function documentOf(body: Body | RobotsDocument, dialect: Dialect): RobotsDocument {
  if (!(body instanceof RobotsDocument)) return parse(body, { dialect });
  if (body.dialect === dialect) return body;
  if (!body.dialect.reader) return parse(body.octets, { dialect, maxBytes: Math.max(1, body.octets.length) });
  throw new TypeError(
    `Cannot compare a document of the dialect ${quote(body.dialect.name)}: expected one read by RFC 9309`,
  );
}

// Compares crawlers that follow the groups of two tokens, and therefore the rules of both (RFC 9309 §2.2.1). A rule
// without effect among the rules of its own token may outrank a rule of the other token.
//
// Two tokens are enough. Suppose that something changes for a crawler with more tokens. The rule that decides before
// the change and the rule that decides after it each belong to one token. Among the rules of only these two tokens, the
// same two rules decide.

/**
 * The pairs of tokens for which something may change. Each crawler of `compared` must get the same verdicts in both
 * files, and must be named in both files or in neither.
 */
function* crawlersOfTwoTokens(
  compared: readonly ComparedCrawlers[],
  budget: WorkBudget,
): Generator<ComparedCrawlers> {
  const named = compared
    .filter(({ crawlers }) => crawlers.some(isNamed))
    .map((one) => ({ ...one, changed: changedRules(one) }));
  for (const [index, one] of named.entries()) {
    if (one.changed.length === 0) continue;
    for (const [place, other] of named.entries()) {
      if (place === index || (place < index && other.changed.length > 0)) continue;
      if (!mayOutrank(one, other, budget) && !mayOutrank(other, one, budget)) continue;
      yield merged(one, other, budget);
      if (budget.left === 0) return;
    }
  }
}

function merged(one: ComparedCrawlers, other: ComparedCrawlers, budget: WorkBudget): ComparedCrawlers {
  const sides = [0, 1].map((file) => mergedSide(one, other, file as 0 | 1)) as [RuleSide, RuleSide];
  return {
    crawlers: [[one, other].map(({ crawlers }) => crawlers.find(isNamed)).join(', ')],
    sides: { documents: one.sides.documents, rules: sides },
    found: () => changedRegions(...sides, budget),
  };
}

function isNamed(crawler: string): boolean {
  return crawler !== '*';
}

/** Rules that only one file contains. */
function changedRules({ sides: { rules } }: ComparedCrawlers): readonly ComparedRule[] {
  const [before, after] = rules;
  return [
    ...before.rules.filter((rule) => after.orderOf(rule) < 0),
    ...after.rules.filter((rule) => before.orderOf(rule) < 0),
  ];
}

/** Whether a changed rule may outrank an opposite rule of the other token. Also true if the check is not possible. */
function mayOutrank(
  { changed }: { readonly changed: readonly ComparedRule[] },
  { sides }: ComparedCrawlers,
  budget: WorkBudget,
): boolean {
  if (!budget.spend(1)) return true;
  return sides.rules.some(({ rules }) => {
    if (!budget.spend((changed.length * rules.length) / RULES_A_UNIT)) return true;
    const opposed = (rule: ComparedRule) => (other: ComparedRule) =>
      other.isAllow !== rule.isAllow && other.rank < rule.rank && mayMeet(rule.pattern, other.pattern);
    return changed.some((rule) => rules.some(opposed(rule)));
  });
}

function mergedSide(one: ComparedCrawlers, other: ComparedCrawlers, file: 0 | 1): RuleSide {
  const [ofOne, ofOther] = [one.sides.rules[file], other.sides.rules[file]];
  return new RuleSide(mergedRules(ofOne.rules, ofOther.rules), ofOne.space);
}
