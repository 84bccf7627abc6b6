/** Wording for sets and tables of facts. */
import type { CodePoints } from '../bytes/code-points.ts';
import type { RecordKind } from '../parse/record-kind.ts';
import type { Normaliser } from './engine/facts.ts';

/** The maximum number of characters listed by name. */
const MOST_NAMED = 4;

/**
 * The texts that follow a list of characters: `more` if only the described set contains them, `fewer` if only the other
 * set does.
 */
interface Verbs {
  readonly more: string;
  readonly fewer: string;
}

/** Describes how a set of characters differs from another: `CR does not end a line by itself.` */
export function characterSentence(own: CodePoints, base: CodePoints, { more, fewer }: Verbs): string {
  const extra = [...own].filter((code) => !base.has(code));
  const lacking = [...base].filter((code) => !own.has(code));
  return [...sentenceOf(extra, more), ...sentenceOf(lacking, fewer)].join(' ');
}

function sentenceOf(codes: readonly number[], verb: string): readonly string[] {
  if (codes.length === 0) return [];
  const named = inWords(codes);
  return [codes.length === 1 ? `The character ${named} ${verb}.` : `Each of these ${verb}: ${named}.`];
}

function inWords(codes: readonly number[]): string {
  const ascii = codes.filter((code) => code < 0x80);
  const others = codes.filter((code) => code >= 0x80);
  const few = others.length <= MOST_NAMED ? others : [];
  const named = [...ascii.slice(0, MOST_NAMED), ...few].map(
    (code) => CHARACTERS.get(code) ?? hexadecimal(code),
  );
  const unnamed = ascii.length - Math.min(ascii.length, MOST_NAMED);
  if (unnamed > 0) named.push(`${unnamed} more of ASCII`);
  if (few.length < others.length) {
    named.push(`${others.length} outside ASCII such as ${hexadecimal(others[0] as number)}`);
  }
  return listed(named, 'and');
}

const CHARACTERS: ReadonlyMap<number, string> = new Map([
  [0x00, 'NUL'],
  [0x09, 'tab'],
  [0x0a, 'LF'],
  [0x0b, 'vertical tab'],
  [0x0c, 'form feed'],
  [0x0d, 'CR'],
  [0x20, 'space'],
]);

function hexadecimal(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

type Known = Readonly<Partial<Record<RecordKind, readonly string[]>>>;

/** Describes which record names `own` adds to those of `base`, and which it lacks. */
export function knownNamesSentence(own: Known, base: Known): string {
  const of = (known: Known): readonly string[] => Object.values(known).flat();
  const more = of(own).filter((name) => !of(base).includes(name));
  const fewer = of(base).filter((name) => !of(own).includes(name));
  const quoted = (names: readonly string[]): string =>
    listed(
      names.map((name) => `“${name}:”`),
      'and',
    );
  return [
    ...(more.length > 0 ? [`These names are also known: ${quoted(more)}.`] : []),
    ...(fewer.length > 0 ? [`These names are not known: ${quoted(fewer)}.`] : []),
  ].join(' ');
}

/** The text after "Patterns:" or "URLs:". */
export function normaliserInWords(normaliser: Normaliser): string {
  if (normaliser === 'none') return 'compared without changes';
  if (normaliser === 'rfc9309') return 'normalized as RFC 9309 says';
  if ('run' in normaliser) return normaliser.inWords;
  const { decoded, encoded, upperCase, encodesPercent } = normaliser;
  const parts = [
    decoded.size === 0 ? 'escapes are not decoded' : decodedInWords(decoded),
    ...(upperCase ? ['remaining escapes are in upper case'] : []),
    encodedInWords(encoded),
    ...(encodesPercent === 'no' ? [] : ['a % without two hexadecimal digits is escaped']),
  ];
  return listed(parts, 'and');
}

function decodedInWords(decoded: CodePoints): string {
  if (decoded.size < 128) return 'escapes of letters, digits and -._~ are decoded';
  return decoded.has(0x2f) ? 'every escape is decoded' : 'every escape except that of a slash is decoded';
}

function encodedInWords(encoded: CodePoints): string {
  if (encoded.size === 0) return 'nothing is escaped';
  const hasAscii = [...encoded].some((code) => code < 0x80);
  if (!encoded.has(0x80)) return 'some ASCII octets are escaped';
  return hasAscii ? 'octets outside ASCII and some of ASCII are escaped' : 'octets outside ASCII are escaped';
}

/** Joins items: `a, b and c`. */
export function listed(items: readonly string[], word: 'and' | 'or'): string {
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}
