/** Product tokens that only one of two files names. */
import type { RobotsDocument } from '../parse/document.ts';
import type { GroupDiff } from './diff-report.ts';

export function groupDiffs([before, after]: readonly [RobotsDocument, RobotsDocument]): readonly GroupDiff[] {
  const [old, new_] = [named(before), named(after)];
  return Object.freeze([...onlyIn(old, new_, 'disappeared'), ...onlyIn(new_, old, 'appeared')]);
}

interface Named {
  readonly crawler: string;
  readonly lines: number[];
}

function named({ groups }: RobotsDocument): Map<string, Named> {
  const found = new Map<string, Named>();
  for (const { productTokens, userAgents } of groups) {
    productTokens.forEach((token, index) => {
      if (token === '') return;
      const known = found.get(token.toLowerCase()) ?? { crawler: token, lines: [] };
      found.set(token.toLowerCase(), known);
      known.lines.push(userAgents[index]?.line as number);
    });
  }
  return found;
}

function onlyIn(
  one: ReadonlyMap<string, Named>,
  other: ReadonlyMap<string, Named>,
  change: GroupDiff['change'],
): GroupDiff[] {
  return [...one]
    .filter(([token]) => !other.has(token))
    .map(([, { crawler, lines }]) => Object.freeze({ crawler, change, lines: Object.freeze(lines) }));
}
