/** Converts regions to the form of reports. */

import type { ChangedTargets, UndecidedRule } from '../compare/changed-targets.ts';
import { type ComparedRule, shownRule } from '../compare/compared-rule.ts';
import { mayMeet } from '../compare/may-meet.ts';
import type { RuleSide } from '../compare/rule-side.ts';
import type { RobotsDocument } from '../parse/document.ts';
import { patternText } from '../patterns/pattern.ts';
import { NO_MATCH } from '../rules/rule.ts';
import type { ChangedRegion, DiffSeverity, UndecidedChange } from './diff-report.ts';

const MOST_EXCEPTIONS = 8;

/** Limit on the rules per file that are examined for exceptions to one region. */
const MOST_LOOKED_AT = 500;

export interface Sides {
  readonly documents: readonly [RobotsDocument, RobotsDocument];
  readonly rules: readonly [RuleSide, RuleSide];
}

export function regionOf(found: ChangedTargets, sides: Sides): ChangedRegion {
  const { before, after, witness } = found;
  const isOpened = after?.isAllow !== false;
  const { except, hasMore } = exceptions(found, sides);
  return Object.freeze({
    direction: isOpened ? 'opened' : 'closed',
    severity: isOpened ? severityOf(before, after) : severityOf(after, before),
    witness,
    ...shownSides(found, sides),
    matching: Object.freeze(matching(before, after)),
    except: Object.freeze(except),
    hasMoreExceptions: hasMore,
  });
}

export function shownSides({ before, after }: UndecidedRule, { documents }: Sides): UndecidedChange {
  return Object.freeze({
    ...(before && { before: shownRule(before, documents[0]) }),
    ...(after && { after: shownRule(after, documents[1]) }),
  });
}

/**
 * The severity of a change: the highest if the whole site changes, that is, the disallowing rule matches every target,
 * and no narrower rule decides otherwise.
 */
function severityOf(closing: ComparedRule | undefined, opening: ComparedRule | undefined): DiffSeverity {
  return closing && matchesAll(closing) && (!opening || matchesAll(opening)) ? 'error' : 'warning';
}

function matchesAll({ pattern }: ComparedRule): boolean {
  const text = patternText(pattern);
  return /^[/*]\**\$?$/.test(text) && text !== '/$';
}

function matching(before: ComparedRule | undefined, after: ComparedRule | undefined): string[] {
  const texts = [before, after].flatMap((rule) => (rule ? [patternText(rule.pattern)] : []));
  return [...new Set(texts)].filter(
    (text) => !texts.some((other) => other !== text && !/[*$%]/.test(text) && other.startsWith(text)),
  );
}

/** Rules on either side that outrank the deciding rule and may match a target that both deciding rules match. */
function exceptions(
  { before, after }: ChangedTargets,
  { rules }: Sides,
): { readonly except: readonly string[]; readonly hasMore: boolean } {
  const except = new Set<string>();
  const deciding = [before, after].filter((rule) => rule !== undefined);
  const [narrowest] = [...deciding].sort((a, b) => b.rank - a.rank) as [ComparedRule];
  for (const [index, rule] of [before, after].entries()) {
    let left = MOST_LOOKED_AT;
    for (const other of (rules[index] as RuleSide).meeting(narrowest)) {
      if (except.size > MOST_EXCEPTIONS || --left < 0) {
        return { except: widest(except).slice(0, MOST_EXCEPTIONS), hasMore: true };
      }
      if (other.order <= (rule?.order ?? NO_MATCH)) continue;
      if (deciding.every((one) => mayMeet(one.pattern, other.pattern)))
        except.add(patternText(other.pattern));
    }
  }
  const wide = widest(except);
  return { except: wide.slice(0, MOST_EXCEPTIONS), hasMore: wide.length > MOST_EXCEPTIONS };
}

/** Removes each text that begins with another text in the list. */
function widest(patterns: ReadonlySet<string>): string[] {
  const all = [...patterns].sort((a, b) => a.length - b.length);
  const plain = all.filter((text) => !/[*$%]/.test(text));
  return all.filter((text) => !plain.some((other) => other !== text && text.startsWith(other)));
}
