/** Finds rules that close everything. */
import { parse } from '../parse/parse.ts';
import { EVERYTHING } from './rules/matches-everything.ts';

/** Disallow rules of a file that match every path. */
export function bareClosures(octets: Uint8Array): number {
  return parse(octets).groups.reduce(
    (sum, { rules }) =>
      sum +
      rules.filter(({ kind, value }) => kind === 'disallow' && value !== '/$' && EVERYTHING.test(value))
        .length,
    0,
  );
}
