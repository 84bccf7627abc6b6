/** Explains a verdict in detail: the matching rules, and the crawlers of their group. */
import { verdictReason } from '@robots-exclusion/operations/reason';
import { linesText, plainText } from '@robots-exclusion/operations/words';
import type { Explanation } from '../engine/protocol.ts';
import { listed, shortName } from '../engine/words.ts';

export function becauseText({ decision: { verdict, crawler }, readAs }: Explanation): string {
  const { because, rule, group, candidates, candidatesOmitted = 0 } = verdict;
  const matching = candidates.length + candidatesOmitted;
  const tokens = listed([...new Set(group?.productTokens)].map(shortName), 'every other crawler');
  const whose = group ? `the group for ${tokens} (${linesText(group.lines)})` : '';
  // The registry's effect on the verdict.
  const turned = crawler.known && crawler.note !== undefined ? ` ${crawler.note}.` : '';
  const reader = readAs ? ` As read by ${readAs.title}. ${readAs.precedence}`.trimEnd() : '';
  switch (because) {
    case 'rule': {
      const how =
        matching === 1
          ? 'the only matching rule'
          : `${readAs ? 'one' : 'the most specific'} of ${matching} matching rules`;
      return `Line ${rule?.line} decides: ${how} in ${whose}.${turned}${reader}`;
    }
    case 'no-rule-matched':
      return `No rule in ${whose} matches, and URLs that no rule matches are allowed.${turned}${reader}`;
    default:
      return `${sentenceOf(verdict)}${turned}${reader}`;
  }
}

/** The reason as a sentence, with the same wording as in every interface. */
function sentenceOf(verdict: Explanation['decision']['verdict']): string {
  const text = plainText(verdictReason(verdict).why);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
