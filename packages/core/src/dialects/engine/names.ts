/**
 * Reads a record's name according to a dialect's facts: finds the separator between name and value, and the kind of the
 * record.
 */
import { COLON, isWhiteSpace } from '../../bytes/octet.ts';
import * as LineKind from '../../parse/line-kind.ts';
import { lineKindOf, type RecordKind } from '../../parse/record-kind.ts';
import type { NameFacts } from './facts.ts';
import { folded } from './letter-case.ts';

/** The end of a line's name, and the start of the text after the separator. */
export interface Separation {
  readonly nameEnd: number;
  readonly rest: number;
}

/** The separator in the trimmed line from `start` to `end`; `lineEnd` is the end of the untrimmed line. */
export function separationOf(
  octets: Uint8Array,
  start: number,
  end: number,
  lineEnd: number,
  facts: NameFacts,
): Separation | undefined {
  for (let at = start; at < end; at++) {
    if (octets[at] === COLON) return { nameEnd: at, rest: at + 1 };
  }
  switch (facts.withoutColon) {
    case 'two-words':
      return betweenTwoWords(octets, start, end);
    case 'first-space':
      return firstSpace(octets, start, lineEnd);
    default:
      return undefined;
  }
}

function firstSpace(octets: Uint8Array, start: number, end: number): Separation | undefined {
  let at = start;
  while (at < end && !isWhiteSpace(octets[at])) at++;
  return at < end ? { nameEnd: at, rest: at + 1 } : undefined;
}

function betweenTwoWords(octets: Uint8Array, start: number, end: number): Separation | undefined {
  const space = firstSpace(octets, start, end);
  if (!space) return undefined;
  let word = space.rest;
  while (word < end && isWhiteSpace(octets[word])) word++;
  return firstSpace(octets, word, end) ? undefined : space;
}

/** The kind of record with this name. */
export function kindByFacts(text: string, facts: NameFacts): LineKind.Any {
  if (facts.onlyWordNames && !WORD_NAME.test(text)) return LineKind.malformed;
  const { byName, inOrder } = namesOf(facts);
  const { letterCase } = facts;
  if (typeof letterCase !== 'string') {
    return inOrder.find(([known]) => letterCase.run(text, known))?.[1] ?? LineKind.other;
  }
  const name = folded(text, letterCase);
  const exact = byName.get(name);
  if (exact !== undefined || facts.match === 'exact') return exact ?? LineKind.other;
  return inOrder.find(([known]) => name.startsWith(known))?.[1] ?? LineKind.other;
}

const WORD_NAME = /^[A-Za-z0-9-]+$/;

interface KnownNames {
  readonly byName: ReadonlyMap<string, LineKind.Any>;
  readonly inOrder: readonly (readonly [string, LineKind.Any])[];
}

const cache = new WeakMap<NameFacts, KnownNames>();

function namesOf(facts: NameFacts): KnownNames {
  let names = cache.get(facts);
  if (!names) {
    const inOrder = Object.entries(facts.known).flatMap(([kind, spellings]) =>
      spellings.map((spelling) => [spelling, lineKindOf(kind as RecordKind)] as const),
    );
    names = { byName: new Map(inOrder), inOrder };
    cache.set(facts, names);
  }
  return names;
}
