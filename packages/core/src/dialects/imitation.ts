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
  const axes = Object.keys(COMMON) as Axis[];
  return Object.fromEntries(
    axes.map((axis) => [axis, { ...COMMON[axis], ...changes[axis] }]),
  ) as unknown as DialectFacts;
}

/** The dialect whose title, source and versions stand in `readings.json`. */
export function imitation(name: keyof typeof readings, changes: FactChanges): Imitation {
  return defineDialect({ name, ...(readings[name] as Words), facts: imitated(changes) });
}

export type Imitation = Dialect & DialectDefinition;

type Words = Omit<DialectDefinition, 'name' | 'facts'>;
