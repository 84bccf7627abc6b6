/** Counts the rules that close a whole site. */
import { parse } from '../parse/parse.ts';
import { EVERYTHING } from './rules/matches-everything.ts';

/** The number of disallow rules in a file that match every path. */
export function bareClosures(octets: Uint8Array): number {
  return parse(octets).groups.reduce(
    (sum, { rules }) =>
      sum +
      rules.filter(({ kind, value }) => kind === 'disallow' && value !== '/$' && EVERYTHING.test(value))
        .length,
    0,
  );
}
