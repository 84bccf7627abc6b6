/** Reads lines by a template of literal text and fields, as described by `log_format` and `LogFormat`. */

import type { LostPart } from '../hit.ts';
import { putProxyField } from './address-roles.ts';
import { endOfQuoted, unescaped } from './escapes.ts';
import type { LineReader } from './line-reader.ts';
import { anyTime, clfTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

/** Fields of a template. `ignore` stands for a field that an audit does not need. */
export type FieldKind =
  | Exclude<keyof Fields, 'time' | 'isZoneless' | 'headers' | 'lost' | 'forwardedBy' | 'connectingBy'>
  | 'clf-time'
  | 'any-time'
  | 'address-port'
  /** A path that the server has percent-decoded. */
  | 'decoded-url'
  | 'ignore';

/** A piece of a template. Two fields are never adjacent. */
export type Piece =
  | { readonly literal: string }
  /** `by`: the name of a field that proxies write. */
  | { readonly field: FieldKind; readonly by?: string };

/**
 * How to read one field: its kind, and the literal that ends it. If the literal is empty, the field is the last of the
 * template.
 */
interface Slot {
  readonly kind: FieldKind;
  readonly by: string;
  readonly isQuoted: boolean;
  readonly end: string;
  /** Finds the end of the field, if the field is not quoted. */
  readonly endIn: (line: string, at: number, end: string) => number;
}

/** The pieces of a text in which a dollar sign precedes the kind of each field. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/\$([A-Za-z-]+)/)
    .map((part, at): Piece => (at % 2 === 1 ? { field: part as FieldKind } : { literal: part }))
    .filter((piece) => 'field' in piece || piece.literal !== '');
}

/**
 * A reader of lines that begin with the template. It ignores the rest of a line, unless the line must match completely.
 *
 * @throws {TypeError} If two fields are adjacent, so that the end of the first is ambiguous.
 */
export function templateReader(name: string, pieces: readonly Piece[], isWhole = false): LineReader {
  const { start, slots } = slotsOf(pieces);
  return {
    name,
    read(line, number, offset) {
      if (line === '') return 'nothing';
      const fields = line.startsWith(start) ? fieldsOf(line, start.length, slots, isWhole) : undefined;
      return (fields && toHit(fields, number, offset)) ?? 'unknown';
    },
  };
}

function slotsOf(pieces: readonly Piece[]): { start: string; slots: Slot[] } {
  const first = pieces[0];
  const start = first && 'literal' in first ? first.literal : '';
  const slots: Slot[] = [];
  let before = '';
  pieces.forEach((piece, index) => {
    if ('literal' in piece) {
      before = piece.literal;
      return;
    }
    const next = pieces[index + 1];
    if (next && 'field' in next) {
      throw new TypeError(
        `Cannot read a log with this format: there is no separator between "${piece.field}" and "${next.field}"`,
      );
    }
    const end = next?.literal ?? '';
    const isQuoted = before.endsWith('"') && end.startsWith('"');
    if (piece.field === 'userAgent' && end.trim() === '' && end !== '') {
      throw new TypeError(
        'Cannot read a log with this format: a User-Agent contains spaces, and only a space ends it; expected it in quotes or at the end',
      );
    }
    slots.push({ kind: piece.field, by: piece.by ?? '', isQuoted, end, endIn: endFor(piece.field, end) });
  });
  return { start, slots };
}

/** Finds the end of a field. Chains of addresses and fields that contain spaces do not end at the first space. */
function endFor(kind: FieldKind, end: string): Slot['endIn'] {
  if (end === '') return FREE_TEXT.has(kind) ? (line) => line.length : endOfWord;
  if (!end.startsWith(' ')) return endOfText;
  if (CHAINS.has(kind)) return endOfChain;
  if (kind === 'clf-time' || kind === 'any-time') return endOfTime;
  return kind === 'request' ? endOfRequest : endOfText;
}

const CHAINS: ReadonlySet<FieldKind> = new Set(['address', 'client', 'forwarded', 'chosen']);
const FREE_TEXT: ReadonlySet<FieldKind> = new Set([
  'userAgent',
  'request',
  ...CHAINS,
  'clf-time',
  'any-time',
]);

const endOfText = (line: string, at: number, end: string): number => line.indexOf(end, at);

function endOfWord(line: string, at: number): number {
  const space = line.indexOf(' ', at);
  return space < 0 ? line.length : space;
}

function endOfChain(line: string, at: number, end: string): number {
  let stop = line.indexOf(end, at);
  while (stop > 0 && line.charCodeAt(stop - 1) === 0x2c) stop = line.indexOf(end, stop + 1);
  return stop;
}

/** The second part of a time that contains a space: a time of day, or a zone. */
const MORE_OF_TIME = /^(?:\d{2}:\d{2}:\d{2}\S*|[+-]\d{2}:?\d{2}|UTC)$/;

function endOfTime(line: string, at: number, end: string): number {
  let stop = line.indexOf(end, at);
  for (let more = 0; more < 2 && stop >= 0; more++) {
    const next = endOfWord(line, stop + 1);
    if (!MORE_OF_TIME.test(line.slice(stop + 1, next))) break;
    stop = line.indexOf(end, next);
  }
  return stop;
}

/** The end of `METHOD target HTTP/x.y`. HTTP/0.9 has no version. */
function endOfRequest(line: string, at: number, end: string): number {
  const version = line.indexOf(' HTTP/', at);
  return line.indexOf(end, version < 0 ? endOfWord(line, at) + 1 : version + 1);
}

function fieldsOf(line: string, from: number, slots: readonly Slot[], isWhole: boolean): Fields | undefined {
  const fields: Fields = { time: Number.NaN };
  let at = from;
  for (let index = 0; index < slots.length; index++) {
    const { kind, by, isQuoted, end, endIn } = slots[index] as Slot;
    const isLast = index === slots.length - 1;
    // After the last field, only its closing quote is required: `"$agent" extra` also matches lines without ` extra`.
    const stop = isQuoted ? endOfQuoted(line, isLast ? '"' : end, at) : endIn(line, at, end);
    if (stop < 0) return undefined;
    if (kind === 'port' && !PORT.test(line.slice(at, stop))) return undefined;
    if (kind !== 'ignore') put(fields, kind, unescaped(line.slice(at, stop)), by);
    at = stop + end.length;
  }
  return isWhole && line.length > at && line.slice(at).trim() !== '' ? undefined : fields;
}

const DECODED: readonly LostPart[] = ['encoding'];

const PORT = /^(?:\d{1,5}|-)?$/;

function put(fields: Fields, kind: Exclude<FieldKind, 'ignore'>, text: string, by: string): void {
  if (kind === 'clf-time') {
    fields.time = clfTime(text);
    // A time of 26 characters includes its zone.
    if (text.length !== 26) fields.isZoneless = isZoneless(text);
  } else if (kind === 'any-time') {
    // Apache's manual describes a format with a blank between the date and the time of day.
    const time = anyTime(text.replace(/^(\d{1,2}\/[A-Z][a-z]{2}\/\d{4}) /, '$1:'));
    if (Number.isNaN(time)) return;
    fields.time = time;
    fields.isZoneless = isZoneless(text);
  } else if (kind === 'address-port') fields.address = text.replace(/:\d+$/, '');
  else if (kind === 'decoded-url') {
    fields.url = text;
    fields.lost = DECODED;
  } else if (kind === 'port') fields.port ??= text;
  else if (kind === 'forwarded' || kind === 'connecting') putProxyField(fields, { role: kind, by }, text);
  else if (kind === 'host' || kind === 'address' || kind === 'client' || kind === 'chosen') {
    // Several fields of a format may have the same kind. The first nonempty one counts.
    if (text !== '' && text !== '-') fields[kind] ??= text;
  } else fields[kind] = text;
}
