/**
 * Reads headers in their usual form in one pass over their octets: lines of printable ASCII that end with CR LF,
 * without continuation lines, and with no requested name twice. The general reader (`fields.ts`) handles all other
 * headers; for usual headers, both readers give the same results.
 */
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const ZERO = 0x30;
const COLON = 0x3a;
const LAST_PRINTABLE = 0x7e;
/**
 * The bit that distinguishes upper-case from lower-case letters. Requested names contain no other characters that
 * differ only in this bit.
 */
const CASE = 0x20;

/** Limit on the digits of a number. A JavaScript number with more digits may not be exact. */
const MOST_DIGITS = 15;

interface Name {
  readonly octets: Uint8Array;
  readonly slot: number;
}

/** Finds requested fields. The results are valid until the next scan. */
export class HeaderScan {
  readonly #byLength: (readonly Name[] | undefined)[] = [];
  #octets: Buffer = Buffer.alloc(0);
  /** The positions at which the value for each slot begins and ends; −1 if the field is missing. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;

  /** @param names The names in lower case. The index of a name is its slot. */
  constructor(names: readonly string[]) {
    for (const [slot, name] of names.entries()) {
      const others = this.#byLength[name.length] ?? [];
      this.#byLength[name.length] = [...others, { octets: Buffer.from(name), slot }];
    }
    this.#starts = new Int32Array(names.length);
    this.#ends = new Int32Array(names.length);
  }

  /**
   * Reads the fields that begin at `from`.
   *
   * @returns The position of the empty line after the fields; −1 for a header that needs the general reader.
   */
  scan(octets: Buffer, from: number): number {
    this.#octets = octets;
    for (let slot = 0; slot < this.#starts.length; slot++) this.#starts[slot] = -1;
    const { length } = octets;
    for (let at = from; at + 1 < length; ) {
      if (octets[at] === CARRIAGE_RETURN) return octets[at + 1] === LINE_FEED ? at : -1;
      const colon = endOfName(octets, at, length);
      if (colon < 0) return -1;
      const end = endOfText(octets, colon + 1, length);
      if (end < 0 || !this.#note(at, colon, end)) return -1;
      at = end + 2;
    }
    return -1;
  }

  /** The value without surrounding blanks; undefined if the field is missing. */
  text(slot: number): string | undefined {
    const start = this.#starts[slot] as number;
    return start < 0 ? undefined : this.#octets.toString('latin1', start, this.#ends[slot]);
  }

  /** The value as a whole number; undefined if it is something else. */
  number(slot: number): number | undefined {
    const start = this.#starts[slot] as number;
    const end = this.#ends[slot] as number;
    if (start < 0 || end === start || end - start > MOST_DIGITS) return undefined;
    let value = 0;
    for (let at = start; at < end; at++) {
      const digit = (this.#octets[at] as number) - ZERO;
      if (digit < 0 || digit > 9) return undefined;
      value = value * 10 + digit;
    }
    return value;
  }

  /** Whether the value, in lower case, equals this lower-case text. */
  is(slot: number, text: Uint8Array): boolean {
    const start = this.#starts[slot] as number;
    const length = (this.#ends[slot] as number) - start;
    return start >= 0 && length === text.length && isAt(this.#octets, start, text);
  }

  /** @returns False if a requested name occurs a second time. */
  #note(start: number, colon: number, lineEnd: number): boolean {
    const names = this.#byLength[colon - start];
    if (names === undefined) return true;
    for (const { octets, slot } of names) {
      if (!isAt(this.#octets, start, octets)) continue;
      if ((this.#starts[slot] as number) >= 0) return false;
      let from = colon + 1;
      let end = lineEnd;
      while (from < end && isBlank(this.#octets[from] as number)) from++;
      while (from < end && isBlank(this.#octets[end - 1] as number)) end--;
      this.#starts[slot] = from;
      this.#ends[slot] = end;
      return true;
    }
    return true;
  }
}

/**
 * The offset of the line after a line of printable ASCII, such as a status line.
 *
 * @returns −1 for any other line.
 */
export function nextLine(octets: Buffer, from: number): number {
  const end = endOfText(octets, from, octets.length);
  return end < 0 ? -1 : end + 2;
}

function endOfName(octets: Buffer, from: number, length: number): number {
  for (let at = from; at < length; at++) {
    const octet = octets[at] as number;
    if (octet === COLON) return at;
    if (octet <= SPACE || octet > LAST_PRINTABLE) return -1;
  }
  return -1;
}

/** The offset of the CR LF that follows the text; −1 if something else follows. */
function endOfText(octets: Buffer, from: number, length: number): number {
  let at = from;
  while (at < length && isText(octets[at] as number)) at++;
  return at + 1 < length && octets[at] === CARRIAGE_RETURN && octets[at + 1] === LINE_FEED ? at : -1;
}

function isText(octet: number): boolean {
  return (octet >= SPACE && octet <= LAST_PRINTABLE) || octet === TAB;
}

function isBlank(octet: number): boolean {
  return octet === SPACE || octet === TAB;
}

function isAt(octets: Buffer, start: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) {
    if (((octets[start + at] as number) | CASE) !== text[at]) return false;
  }
  return true;
}
