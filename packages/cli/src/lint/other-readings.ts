/** Shows the effect of a change on parsers that deviate from RFC 9309: the first difference for each parser. */
import { parse } from 'robots-exclusion';
import { dialects } from 'robots-exclusion/dialects';
import { proveSameVerdicts } from 'robots-exclusion/diff';

/** Limit on the number of states examined per parser. Examining this many states takes about a second. */
const BUDGET = 100_000;

const MOST_NAMED = 3;

/** The lines about parsers that deviate from RFC 9309. They follow the diff, which covers RFC 9309 itself. */
export function otherReadings(before: Uint8Array, after: Uint8Array): string[] {
  const same: string[] = [];
  const open: string[] = [];
  const changed = new Map<string, string[]>();
  const tokens = parse(after).groups.flatMap(({ productTokens }) => productTokens);
  const spelling = new Map(tokens.map((token) => [token.toLowerCase(), token]));
  for (const dialect of dialects) {
    if (dialect.name === 'rfc9309') continue;
    const proof = proveSameVerdicts(before, after, { dialects: [dialect], budget: BUDGET });
    if (proof.kind === 'equal') same.push(dialect.name);
    else if (proof.kind === 'undecided') open.push(dialect.name);
    else {
      const { direction, witness } = proof.region;
      const may = direction === 'opened' ? 'may' : 'may no longer';
      const change = `${named(proof.crawlers.map((name) => spelling.get(name.toLowerCase()) ?? name))} ${may} fetch ${witness}`;
      changed.set(change, [...(changed.get(change) ?? []), dialect.name]);
    }
  }
  const lines = [
    ...[...changed].map(([change, names]) => `${names.join(', ')}: for example, ${change}`),
    ...(same.length > 0 ? [`${same.join(', ')}: no verdict changes`] : []),
    ...(open.length > 0 ? [`${open.join(', ')}: verdicts may change; they cannot be compared exactly`] : []),
  ];
  return ['Other parsers:', ...lines.map((line) => `  ${line}`)];
}

function named(crawlers: readonly string[]): string {
  const names = crawlers.map((name) => (name === '*' ? 'any other crawler' : name));
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ');
}
