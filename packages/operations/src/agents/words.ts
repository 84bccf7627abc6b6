import { counted, line, own, type Words } from '../words.ts';
import type { AgentsAnswer } from './schema.ts';

/** One line per crawler. All text comes from the registry, not from a site. */
export function agentsWords({ results, nearest = [] }: AgentsAnswer): Words {
  const hint = nearest.length === 0 ? [] : [line`did you mean ${own(nearest.join(' or '))}?`];
  return [
    [counted(results.length, 'crawler')],
    ...hint,
    ...results.map(
      ({ token, operator, purposes }) => line`${own(token)}: ${own(operator)}, ${own(purposes.join(', '))}`,
    ),
  ];
}
