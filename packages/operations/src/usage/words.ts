/** The output of `usage` as text. */
import type { Use } from 'robots-exclusion/usage';
import type { Failure } from '../errors.ts';
import type { DecisionAnswer } from '../evaluate/schema.ts';
import { decisionWords } from '../evaluate/words.ts';
import type { UsePreference } from '../shared/usage.ts';
import { cutWords, line, own, site, type Word, type Words } from '../words.ts';

/** One line for each use, with the deciding statement on a separate line. */
export function usageWords(answer: DecisionAnswer | Failure): Words {
  if ('error' in answer || answer.usage === undefined) return decisionWords(answer);
  const uses = Object.entries(answer.usage.uses) as [Use, UsePreference][];
  const said = uses.flatMap(([use, { preference, decidedBy }]) => {
    const stated = line`${own(use)}: ${own(preference)}`;
    if (decidedBy === undefined) return [stated];
    return [[...stated, ...placeOf(decidedBy)], [site(decidedBy.source.text)]];
  });
  return [...cutWords(answer), ...said];
}

function placeOf({ source, purpose }: NonNullable<UsePreference['decidedBy']>): readonly Word[] {
  const of = own(purpose === undefined ? '' : `, ${purpose.token} of ${purpose.operator}`);
  if (source.kind === 'robots') return line` (line ${source.line}${of})`;
  return line` (${own(source.kind)} ${site(source.name)}${of})`;
}
