/** Names of crawlers that an edit may affect in any parser. */
import type { RobotsDocument } from '../parse/document.ts';
import type { Group } from '../parse/groups.ts';
import { editOfLine, type MovedEdit } from './moved-edits.ts';

/** Limit on the product tokens of the file that are considered. */
const MOST_TOKENS = 500;

/**
 * Names that no group has. There are several, because some parsers apply a group to every crawler whose name contains
 * the group's token.
 */
const STRANGERS = ['FooBot', 'Spyder', 'Mirkwik', 'Zuvex'];

/**
 * Crawlers that edited and neighboring groups name, crawlers with similar names, and some crawlers that no group names.
 * If the `*` group is edited, the result includes all crawlers that the file names, because a parser may not find the
 * groups that name them.
 *
 * @param crawlers The crawlers that the user is interested in. They come first, so they serve as the example for all
 * crawlers with the same result.
 */
export function concernedNames(
  { groups }: RobotsDocument,
  edits: readonly MovedEdit[],
  crawlers: readonly string[],
): readonly string[] {
  const isEdited = groups.map((group) => editOfLine(edits, spanOf(group)) !== undefined);
  const edited = tokensOf(groups.filter((_, index) => isEdited[index]));
  const near = tokensOf(groups.filter((_, at) => isEdited[at - 1] || isEdited[at] || isEdited[at + 1]));
  const isForAll = edited.length === 0 || edited.includes('*');
  const named = (isForAll ? tokensOf(groups) : near).filter((token) => token !== '*').slice(0, MOST_TOKENS);
  const like = edited.filter((token) => token !== '*').slice(0, MOST_TOKENS);
  const names = [
    ...crawlers,
    ...STRANGERS,
    ...named,
    ...like.flatMap((token) => [`${token}-X`, token.slice(0, -1)]),
  ];
  return [...new Set(names)].filter((name) => name !== '');
}

function tokensOf(groups: readonly Group[]): readonly string[] {
  return groups.flatMap(({ productTokens }) => productTokens).filter((token) => token !== '');
}

function spanOf({ userAgents, rules }: Group): { start: number; end: number } {
  const first = userAgents[0] ?? rules[0];
  const last = rules.at(-1) ?? userAgents.at(-1);
  return { start: first?.span.start ?? 0, end: last?.span.end ?? 0 };
}
