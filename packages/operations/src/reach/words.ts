/** The reach of crawlers in words. */
import { fileNotesText } from '../shared/file-notes.ts';
import { line, own, site, type Words } from '../words.ts';
import type { ReachAnswer } from './answer.ts';

/** A line for each crawler that the file names, and one that counts the others. */
export function reachWords({ results, ...notes }: ReachAnswer): Words {
  const named = results.filter(({ group }) => group !== undefined && group !== '*');
  return [
    ...fileNotesText(notes).map((note) => [own(note)]),
    ...named.map(
      ({ token, reach, group = '' }) => line`${own(token)}: ${own(reach)}, by the group of ${site(group)}`,
    ),
    line`${results.length - named.length} crawlers that no group names`,
    ...cutWords(answer),
  ];
}
