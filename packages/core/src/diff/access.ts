/**
 * How much of a site a file allows one crawler to fetch, and the verdicts on given targets. For programs that process
 * many files.
 */
import { AdaptiveMatcher } from '../engine/adaptive-matcher.ts';
import type { GroupSource } from '../parse/groups.ts';
import { tokensOf, type Who } from '../rules/crawler.ts';
import { selectRows } from '../rules/select.ts';
import { plainReach, type Reach } from './plain-reach.ts';
import { askedReach } from './reach.ts';

/** How much of a site is open to a crawler. */
export interface Access {
  readonly reach: Reach;
  /**
   * The verdict on each target, in order. Empty unless the reach is `some` or `files`, because any other reach implies
   * all verdicts.
   */
  readonly verdicts: readonly boolean[];
}

const NO_VERDICTS: readonly boolean[] = /* @__PURE__ */ Object.freeze([]);

/**
 * Combines `reachOf` and `compile(…).allows`, but selects the rules only once.
 *
 * @param source A document in the RFC 9309 dialect, or the result of `scanGroups` for the tokens of `who`.
 * @throws {TypeError} If `who` is neither a string nor a list of strings, or a target is neither an absolute URL
 * nor a path beginning with `/`.
 * @example
 * ```ts
 * import { accessOf, scanGroups, TokenSet } from 'robots-exclusion/diff';
 *
 * const asked = new TokenSet(['GPTBot']);
 * const groups = scanGroups('User-agent: GPTBot\nDisallow: /x\n', asked);
 * groups.named; // ['gptbot']
 * accessOf(groups, 'GPTBot', ['/', '/x']); // { reach: 'some', verdicts: [true, false] }
 * ```
 */
export function accessOf(source: GroupSource, who: Who, targets: readonly string[]): Access {
  const selection = selectRows(source, tokensOf(who));
  let matcher: AdaptiveMatcher | undefined;
  const ask = (): AdaptiveMatcher => {
    matcher ??= new AdaptiveMatcher({ source, selection });
    return matcher;
  };
  const rules = { source, rows: selection.ruleRows };
  const plain = plainReach(rules);
  const isRootOpen = plain === 'some' || (plain === undefined && ask().allows('/'));
  const reach = plain ?? askedReach(rules, ask(), isRootOpen);
  const isByPath = reach === 'some' || reach === 'files';
  if (!isByPath || targets.length === 0) return { reach, verdicts: NO_VERDICTS };
  return {
    reach,
    verdicts: targets.map((target) => (target === '/' ? isRootOpen : ask().allows(target))),
  };
}
