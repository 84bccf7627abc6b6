/**
 * Named fields, as WARC (ISO 28500 §4) and HTTP/1 (RFC 9112 §5) write them. Most fields are never requested, so a
 * header is searched as octets, and only requested values become text.
 */
import { isUtf8 } from 'node:buffer';

/** All values, by lower-case name. Several values with one name are joined with commas. */
export interface Fields {
  get(name: string): string | undefined;
  /** The value of the first field with this name; others are ignored. */
  first(name: string): string | undefined;
  has(name: string): boolean;
  entries(): Iterable<readonly [name: string, value: string]>;
}

/** The encoding of values that are not UTF-8. */
export type OtherEncoding = 'latin1' | 'utf8';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;

/**
 * The fields in the lines from `start` to `end`, such as `Name: value`. Lines that begin with white space continue the
 * previous line; other lines without a colon are skipped.
 */
export function fieldsIn(octets: Buffer, start: number, end: number, other: OtherEncoding): Fields {
  const places = placesOf(octets, start, end);
  return places ? new OctetFields(octets, places, other) : readFields(decoded(octets, start, end, other));
}

/**
 * Three offsets per field: the start of the name, the colon, and the end of the line. Undefined for a header that must
 * be read as text, because a line is continued or a name contains anything but visible ASCII.
 */
function placesOf(octets: Buffer, start: number, end: number): number[] | undefined {
  const places: number[] = [];
  for (let at = start; at < end; ) {
    const lineEnd = endOfLine(octets, at, end);
    let colon = at;
    let octet = octets[colon] as number;
    while (colon < lineEnd && octet !== COLON) {
      if (octet <= SPACE || octet > 0x7e) return undefined;
      octet = octets[++colon] as number;
    }
    if (colon < lineEnd) places.push(at, colon, lineEnd);
    at = lineEnd + 1;
  }
  return places;
}

function endOfLine(octets: Buffer, from: number, end: number): number {
  const found = octets.indexOf(LINE_FEED, from);
  return found < 0 || found > end ? end : found;
}

/** Fields that are looked up in the octets of the header. */
class OctetFields implements Fields {
  readonly #octets: Buffer;
  readonly #places: readonly number[];
  readonly #other: OtherEncoding;

  constructor(octets: Buffer, places: readonly number[], other: OtherEncoding) {
    this.#octets = octets;
    this.#places = places;
    this.#other = other;
  }

  get(name: string): string | undefined {
    let value: string | undefined;
    for (let at = this.#next(name, 0); at >= 0; at = this.#next(name, at + 3)) {
      const one = this.#valueAt(at);
      value = value === undefined ? one : `${value}, ${one}`;
    }
    return value;
  }

  first(name: string): string | undefined {
    const at = this.#next(name, 0);
    return at < 0 ? undefined : this.#valueAt(at);
  }

  has(name: string): boolean {
    return this.#next(name, 0) >= 0;
  }

  entries(): Iterable<readonly [string, string]> {
    const entries = new Map<string, string>();
    for (let at = 0; at < this.#places.length; at += 3) {
      const name = this.#octets.toString('latin1', this.#places[at], this.#places[at + 1]).toLowerCase();
      const before = entries.get(name);
      const value = this.#valueAt(at);
      entries.set(name, before === undefined ? value : `${before}, ${value}`);
    }
    return entries;
  }

  /** The index of the next field with this name; negative if there is none. */
  #next(name: string, from: number): number {
    const places = this.#places;
    for (let at = from; at < places.length; at += 3) {
      const start = places[at] as number;
      if ((places[at + 1] as number) - start === name.length && isNamed(this.#octets, start, name)) return at;
    }
    return -1;
  }

  #valueAt(at: number): string {
    const octets = this.#octets;
    let start = (this.#places[at + 1] as number) + 1;
    let end = this.#places[at + 2] as number;
    while (start < end && isBlank(octets[start] as number)) start++;
    while (start < end && isBlank(octets[end - 1] as number)) end--;
    return textOf(octets, start, end, this.#other);
  }
}

/** Whether an octet is ASCII white space or part of a line end. */
function isBlank(octet: number): boolean {
  return octet === SPACE || (octet >= TAB && octet <= 0x0d);
}

/**
 * Names are visible ASCII, so only one bit distinguishes upper-case and lower-case letters. No requested name contains
 * one of `@[\]^_`, which this bit would also change.
 */
function isNamed(octets: Buffer, start: number, name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    if (((octets[start + at] as number) | 0x20) !== name.charCodeAt(at)) return false;
  }
  return true;
}

function textOf(octets: Buffer, start: number, end: number, other: OtherEncoding): string {
  let at = start;
  while (at < end && (octets[at] as number) < 0x80) at++;
  return at === end ? octets.toString('latin1', start, end) : decoded(octets, start, end, other).trim();
}

function decoded(octets: Buffer, start: number, end: number, other: OtherEncoding): string {
  const value = octets.subarray(start, end);
  return value.toString(isUtf8(value) ? 'utf8' : other);
}

/** Reads lines of text. */
function readFields(text: string): Fields {
  const fields = new Map<string, string[]>();
  for (const line of unfolded(text)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = fields.get(name);
    if (before) before.push(value);
    else fields.set(name, [value]);
  }
  return {
    get: (name) => fields.get(name)?.join(', '),
    first: (name) => fields.get(name)?.[0],
    has: (name) => fields.has(name),
    entries: () => [...fields].map(([name, values]) => [name, values.join(', ')] as const),
  };
}

/** Lines with a colon, each joined with its continuation lines. */
function unfolded(text: string): readonly string[] {
  const lines: string[][] = [];
  for (const line of text.split('\n')) {
    if (lines.length > 0 && /^[ \t]/.test(line)) lines.at(-1)?.push(line.trim());
    else if (line.includes(':')) lines.push([line.trimEnd()]);
  }
  return lines.map((parts) => parts.filter((part) => part !== '').join(' '));
}
