/** Creates the dialects that imitate a program, each from what it does otherwise than most parsers. */
import type { Dialect } from '../parse/dialect.ts';
import { type DialectDefinition, defineDialect } from './define-dialect.ts';
import type { Axis, DialectFacts } from './engine/facts.ts';
import { NONE } from './engine/sets.ts';
import readings from './readings.json' with { type: 'json' };
import { rfc9309Facts } from './rfc9309.ts';

/** The values that most parsers share. */
const COMMON: DialectFacts = {
  ...rfc9309Facts,
  lines: { ...rfc9309Facts.lines, byteOrderMark: 'kept', utf16: 'read-as-octets' },
  agents: {
    fileToken: 'whole',
    callerToken: 'whole',
    letterCase: 'ascii',
    compare: 'equal',
    starBefore: NONE,
  },
  rules: { empty: 'matches-nothing', withoutSlash: 'kept' },
  normalising: { text: 'octets', pattern: 'none', target: 'none' },
  extras: { robotsTxtIsAllowed: false },
};

export type FactChanges = { readonly [A in Axis]?: Partial<DialectFacts[A]> };

/** The facts of most parsers, with changes. */
export function imitated(changes: FactChanges): DialectFacts {
  return Object.fromEntries(
    Object.entries(COMMON).map(([axis, facts]) => [axis, { ...facts, ...changes[axis as Axis] }]),
  ) as unknown as DialectFacts;
}

/** The dialect whose title, source and versions stand in `readings.json`, where a basis is `executed` unless it is stated. */
export function imitation(name: string, changes: FactChanges): Imitation {
  const words = (readings as Readonly<Record<string, object>>)[name] as Words;
  return defineDialect({ name, basis: 'executed', regular: false, ...words, facts: imitated(changes) });
}

export type Imitation = Dialect & DialectDefinition;

type Words = Pick<DialectDefinition, 'short' | 'title' | 'source' | 'version' | 'asOf'> &
  Partial<DialectDefinition>;
