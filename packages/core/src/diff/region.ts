/** Regions as reports show them. */
import type { RobotsDocument } from '../parse/document.ts';
import type { ChangedTargets, UndecidedPair } from './changed-regions.ts';
import { type ComparedRule, patternText, shownRule } from './compared-rule.ts';
import type { ChangedRegion, DiffSeverity, UndecidedRegion } from './diff-report.ts';
import { mayMeet } from './may-meet.ts';
import type { RuleSide } from './rule-side.ts';

/** Patterns that are named as exceptions. */
const MOST_EXCEPTIONS = 8;

/** Exceptions are counted up to here. */
const MOST_COUNTED = 1_000;

/** Both files and the rules of one crawler in them. */
export interface Sides {
  readonly documents: readonly [RobotsDocument, RobotsDocument];
  readonly rules: readonly [RuleSide, RuleSide];
}

/** What changes in one region. */
export function regionOf(found: ChangedTargets, sides: Sides): ChangedRegion {
  const { before, after, witness } = found;
  const isOpened = after?.isAllow !== false;
  const except = exceptions(found, sides);
  return Object.freeze({
    direction: isOpened ? 'opened' : 'closed',
    severity: severityOf(isOpened ? before : after),
    witness,
    ...undecidedRegion(found, sides),
    matching: Object.freeze(matching(before, after)),
    except: Object.freeze(except.slice(0, MOST_EXCEPTIONS).map(({ pattern }) => patternText(pattern))),
    exceptCount: except.length,
  });
}

/** The two rules as shown. */
export function undecidedRegion({ before, after }: UndecidedPair, { documents }: Sides): UndecidedRegion {
  return Object.freeze({
    ...(before && { before: shownRule(before, documents[0]) }),
    ...(after && { after: shownRule(after, documents[1]) }),
  });
}

/** The rule that closes decides how much: one that matches every target closes or opened the site. */
function severityOf(closing: ComparedRule | undefined): DiffSeverity {
  return closing && /^[/*]\**\$?$/.test(patternText(closing.pattern)) && patternText(closing.pattern) !== '/$'
    ? 'error'
    : 'warning';
}

function matching(before: ComparedRule | undefined, after: ComparedRule | undefined): string[] {
  const texts = [before, after].flatMap((rule) => (rule ? [patternText(rule.pattern)] : []));
  return [...new Set(texts)].filter(
    (text) => !texts.some((other) => other !== text && !/[*$]/.test(text) && other.startsWith(text)),
  );
}

/** Rules that outrank the deciding one on either side, where they may match a target that both match. */
function exceptions({ before, after }: ChangedTargets, { rules }: Sides): ComparedRule[] {
  const found = new Map<string, ComparedRule>();
  const deciding = [before, after].filter((rule) => rule !== undefined);
  const [narrowest] = [...deciding].sort((a, b) => b.rank - a.rank) as [ComparedRule];
  for (const [side, rule] of [
    [rules[0], before],
    [rules[1], after],
  ] as const) {
    const order = rule ? side.orderOf(rule) : -1;
    for (const other of side.meeting(narrowest)) {
      if (found.size === MOST_COUNTED) break;
      if (side.orderOf(other) <= order) continue;
      if (deciding.every((one) => mayMeet(one.pattern, other.pattern))) {
        found.set(patternText(other.pattern), other);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.rank - b.rank);
}
