/** The output of `reach` as text. */
import { counted, cutWords, line, own, site, type Words } from '../words.ts';
import type { ReachAnswer } from './schema.ts';

/** One line for each crawler that the file names, and one line with the number of other crawlers. */
export function reachWords(answer: ReachAnswer): Words {
  const { results, notRobotsTxt } = answer;
  const named = results.filter(({ group }) => group !== undefined && group !== '*');
  return [
    ...(notRobotsTxt === undefined ? [] : [[own(notRobotsTxt)]]),
    ...named.map(
      ({ token, reach, group = '' }) => line`${own(token)}: ${own(reach)}, by the group of ${site(group)}`,
    ),
    line`${counted(results.length - named.length, 'crawler')} that no group names`,
    ...cutWords(answer),
  ];
}
