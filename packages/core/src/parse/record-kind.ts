/** Recognizes the kind of a line by its record name alone (RFC 9309 §2.2: names are compared ignoring case). */
import { beginsWithWord } from '../bytes/octet.ts';
import { encodeUtf8 } from '../bytes/utf-8.ts';
import * as LineKind from './line-kind.ts';

/** Kinds of records: the record's name in lower case, or `other` for an unknown one. */
export type RecordKind = (typeof KIND_NAMES)[number];

/** The known record names. Add new names at the end: the line table stores the index in this list. */
const KIND_NAMES = [
  'other',
  'user-agent',
  'allow',
  'disallow',
  'sitemap',
  'crawl-delay',
  'request-rate',
  'visit-time',
  'host',
  'clean-param',
  'content-signal',
  'content-usage',
  'license',
  'noindex',
  'cache-delay',
] as const;

/** Kinds that belong to the file, wherever they appear. */
export const fileKinds: ReadonlySet<RecordKind> = new Set(['sitemap', 'host', 'clean-param']);

/**
 * Kinds, other than rules, that belong to the group that contains them. Usage statements can belong to the group or the
 * file, and are not in this set.
 */
export const groupKinds: ReadonlySet<RecordKind> = new Set([
  'crawl-delay',
  'request-rate',
  'visit-time',
  'noindex',
  'cache-delay',
]);

/** Every kind of record; `other` comes first. */
export const recordKinds: readonly RecordKind[] = KIND_NAMES;

export function recordKindOf(kind: LineKind.Any): RecordKind | undefined {
  return kind < LineKind.other ? undefined : KIND_NAMES[kind - LineKind.other];
}

/** The kind stored in the line table for a record name in lower case. */
export function lineKindOf(kind: RecordKind): LineKind.Any {
  return KIND_NAMES.indexOf(kind) + LineKind.other;
}

/** The kind of the record whose name extends from `start` to `end`. */
export function kindOfName(octets: Uint8Array, start: number, end: number): LineKind.Any {
  for (const { name, kind } of NAMES_BY_LENGTH[end - start] ?? NO_NAMES) {
    if (beginsWithWord(octets, start, name)) return kind;
  }
  return LineKind.other;
}

interface KnownName {
  readonly name: Uint8Array;
  readonly kind: LineKind.Any;
}

const NO_NAMES: readonly KnownName[] = [];

/** Known names by length. At most three names share a length, so recognizing a name takes a few comparisons. */
const NAMES_BY_LENGTH: readonly (readonly KnownName[])[] = namesByLength();

function namesByLength(): KnownName[][] {
  const table: KnownName[][] = [];
  for (let index = 1; index < KIND_NAMES.length; index++) {
    const name = encodeUtf8(KIND_NAMES[index] as string);
    while (table.length <= name.length) table.push([]);
    table[name.length]?.push({ name, kind: index + LineKind.other });
  }
  return table;
}
