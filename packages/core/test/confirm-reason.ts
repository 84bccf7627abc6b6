/** Confirms a reason by repeating its experiment with the public facts alone, without the code that finds reasons. */
import type { Question } from '@robots-exclusion/testkit';
import { compile, type Dialect, explain, parse, rfc9309 } from 'robots-exclusion';
import {
  type Axis,
  type DialectDefinition,
  type DialectFacts,
  defineDialect,
  rfc9309Facts,
} from 'robots-exclusion/dialects';
import { divergences, interpretations } from 'robots-exclusion/interpret';

/** A query that a dialect answers differently from RFC 9309, and the facts given as the reason. */
interface NamedReason {
  readonly body: Uint8Array;
  readonly who: string | readonly string[];
  readonly target: string;
  readonly dialect: Dialect;
  readonly facts: readonly { readonly axis: Axis; readonly fact: string }[];
}

/** The wrong reasons among those given for one query. */
export function refutedReadings({ body, tokens, target }: Question): readonly string[] {
  return interpretations(body, tokens, target).flatMap(({ dialect, differsBecause }) => {
    if (!differsBecause) return [];
    return refuted({ body, who: tokens, target, dialect, facts: differsBecause.facts }) ?? [];
  });
}

/** The wrong reasons among those given for the lines of a file. */
export function refutedDivergences(body: Uint8Array): readonly string[] {
  return divergences(body).divergences.flatMap(({ who, target, dialects: parting, because }) =>
    parting.flatMap((dialect) =>
      because ? (refuted({ body, who, target, dialect, facts: because.facts }) ?? []) : [],
    ),
  );
}

/** What is wrong with a reason; `undefined` if the experiment confirms it. */
function refuted(reason: NamedReason): string | undefined {
  const { dialect, facts } = reason;
  const names = facts.map(({ axis, fact }) => `${axis}.${fact}`);
  const what = `${dialect.name}: ${names.join(' + ') || 'no single cause'}`;
  const own = answer(reason, dialect);
  if (own === 'unreadable' || own === answer(reason, rfc9309)) return `${what}: the answers do not differ`;
  const isTurnedBy = (some: readonly string[]): boolean => answer(reason, withFacts(dialect, some)) === own;
  if (isTurnedBy([])) return `${what}: RFC 9309's own facts give the answer`;
  if (names.length > 0 && !isTurnedBy(names)) return `${what}: together they do not give the answer`;
  for (const name of names) {
    const others = names.filter((each) => each !== name);
    if (isTurnedBy(others)) return `${what}: ${name} can be left out`;
  }
  // If one fact alone produces the dialect's verdict, the reason is not minimal.
  const single = names.length === 1 ? undefined : everyFact(dialect).find((name) => isTurnedBy([name]));
  return single && `${what}: ${single} alone gives the answer`;
}

function answer({ body, who, target }: NamedReason, dialect: Dialect): boolean | 'unreadable' {
  const verdict = explain(compile(parse(body, { dialect }), who as string | string[]), target);
  return verdict.because === 'unreadable' ? 'unreadable' : verdict.allowed;
}

function everyFact(dialect: Dialect): readonly string[] {
  const { facts } = dialect as DialectDefinition;
  return Object.entries(facts).flatMap(([axis, values]) => {
    const names = { ...rfc9309Facts[axis as Axis], ...values };
    return Object.keys(names).map((fact) => `${axis}.${fact}`);
  });
}

/** RFC 9309's reading, with the named facts replaced by those of a dialect. */
function withFacts(dialect: Dialect, names: readonly string[]): Dialect {
  const { facts: own } = dialect as DialectDefinition;
  const mixed = structuredShell(rfc9309Facts);
  for (const name of names) {
    const [axis, fact] = name.split('.') as [Axis, string];
    mixed[axis][fact] = (own[axis] as unknown as Record<string, unknown>)[fact];
  }
  return defineDialect({ ...dialect, facts: mixed as unknown as DialectFacts });
}

/** A copy whose axes can be written to. */
function structuredShell(facts: DialectFacts): Record<Axis, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(facts).map(([axis, values]) => [axis, { ...values }])) as Record<
    Axis,
    Record<string, unknown>
  >;
}
