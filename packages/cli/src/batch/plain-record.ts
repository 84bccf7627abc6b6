/**
 * One line of NDJSON as programs write them: an object of plain members, each once. It is read off the octets, and the
 * robots.txt becomes octets without a text between: that takes half the time of `JSON.parse` and leaves nothing to collect.
 * What is not of this form is not read here.
 */
import { isUtf8 } from 'node:buffer';

/** The members of a line. */
export interface PlainRecord {
  /** As it is written. */
  id?: string;
  robots?: Uint8Array;
  agent?: string;
  url?: string;
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SP = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Longer lines are not read here. */
const MOST_OCTETS = 1024 * 1024;

/** What stands behind a backslash, and for what; 0 for anything else, `\u` included. */
const ESCAPES = new Uint8Array(256);
for (const [written, meant] of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  ESCAPES[(written as string).charCodeAt(0)] = (meant as string).charCodeAt(0);
}

/** Where texts are unescaped. */
let scratch: Uint8Array = new Uint8Array(0);

/** Reads one line. `undefined` for a line of another form, valid or not. */
export function readPlainRecord(line: Uint8Array): PlainRecord | undefined {
  if (line.length > MOST_OCTETS) return undefined;
  if (scratch.length === 0) scratch = new Uint8Array(MOST_OCTETS);
  const record: PlainRecord = {};
  let at = pastSpace(line, 0);
  if (line[at] !== OPEN) return undefined;
  do {
    at = member(line, pastSpace(line, at + 1), record);
    if (at < 0) return undefined;
    at = pastSpace(line, at);
  } while (line[at] === COMMA);
  if (line[at] !== CLOSE || pastSpace(line, at + 1) !== line.length) return undefined;
  return isUtf8(line) ? record : undefined;
}

function pastSpace(line: Uint8Array, start: number): number {
  let at = start;
  while (line[at] === SP || line[at] === TAB || line[at] === CR || line[at] === LF) at++;
  return at;
}

/** @returns One past the member that begins at `start`; −1 if it is not plain. */
function member(line: Uint8Array, start: number, record: PlainRecord): number {
  const nameEnd = endOfPlainString(line, start);
  if (nameEnd < 0) return -1;
  const name = textOf(line, start + 1, nameEnd - 1);
  const colon = pastSpace(line, nameEnd);
  if (line[colon] !== COLON) return -1;
  const at = pastSpace(line, colon + 1);
  if (name === 'robots') return record.robots === undefined ? robots(line, at, record) : -1;
  if (name !== 'id' && name !== 'agent' && name !== 'url') return -1;
  if (record[name] !== undefined) return -1;
  const isNumber = name === 'id' && line[at] !== QUOTE;
  const end = isNumber ? endOfInteger(line, at) : endOfPlainString(line, at);
  if (end < 0) return -1;
  record[name] = name === 'id' ? textOf(line, at, end) : textOf(line, at + 1, end - 1);
  return end;
}

/** One past a string without escapes; −1 for anything else. */
function endOfPlainString(line: Uint8Array, start: number): number {
  if (line[start] !== QUOTE) return -1;
  for (let at = start + 1; at < line.length; at++) {
    const octet = line[at] as number;
    if (octet === QUOTE) return at + 1;
    if (octet < SP || octet === BACKSLASH) return -1;
  }
  return -1;
}

/** One past a whole number as JSON writes it; −1 for anything else. */
function endOfInteger(line: Uint8Array, start: number): number {
  const first = line[start] === MINUS ? start + 1 : start;
  let at = first;
  while ((line[at] as number) >= DIGIT_0 && (line[at] as number) <= DIGIT_9) at++;
  return at === first || (line[first] === DIGIT_0 && at > first + 1) ? -1 : at;
}

/** One past the robots.txt, which becomes the record's; −1 if it is not plain. */
function robots(line: Uint8Array, start: number, record: PlainRecord): number {
  if (line[start] !== QUOTE) return -1;
  const to = scratch;
  let length = 0;
  for (let at = start + 1; at < line.length; at++) {
    let octet = line[at] as number;
    if (octet === QUOTE) {
      record.robots = Buffer.from(to.subarray(0, length));
      return at + 1;
    }
    if (octet < SP) return -1;
    if (octet === BACKSLASH) {
      octet = ESCAPES[line[++at] ?? 0] as number;
      if (octet === 0) return -1;
    }
    to[length++] = octet;
  }
  return -1;
}

function textOf({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString();
}
