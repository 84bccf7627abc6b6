/** The reason of a verdict in words. */
import type { Explanation } from '../engine/protocol.ts';
import { shortName } from '../engine/short-name.ts';
import { listed } from '../parts/listed.ts';

export function becauseText({ decision: { verdict, crawler }, readAs }: Explanation): string {
  const { because, rule, group, candidates, candidatesOmitted = 0 } = verdict;
  const matching = candidates.length + candidatesOmitted;
  const tokens = listed([...new Set(group?.productTokens)].map(shortName), 'every other crawler');
  const whose = group ? `the group for ${tokens} (${lineList(group.lines)})` : '';
  // What of the verdict rests on the registry.
  const turned = crawler.known && crawler.note !== undefined ? ` ${crawler.note}.` : '';
  const reader = readAs ? ` Read as ${readAs.title} does. ${readAs.precedence}`.trimEnd() : '';
  switch (because) {
    case 'rule': {
      const how =
        matching === 1
          ? 'the only rule that matches'
          : `${readAs ? 'one' : 'the most specific'} of ${matching} rules that match`;
      return `Line ${rule?.line} decides: ${how} in ${whose}.${turned}${reader}`;
    }
    case 'no-rule-matched':
      return `No rule of ${whose} matches, and what no rule matches is allowed.${turned}${reader}`;
    case 'no-group':
      return `No group binds this crawler, so everything is allowed.${turned}${reader}`;
    case 'robots-txt-itself':
      return 'The robots.txt itself may always be fetched.';
    default:
      return verdict.note ?? 'In this reading nothing is known.';
  }
}

/** Lines that are listed. */
const MAX_LINES = 8;

function lineList(lines: readonly number[]): string {
  const shown = lines.slice(0, MAX_LINES).join(', ');
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${lines.length > MAX_LINES ? ' …' : ''}`;
}
