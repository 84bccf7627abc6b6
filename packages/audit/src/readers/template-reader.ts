/** Reads lines by a template: literal text and fields, as `log_format` and `LogFormat` describe them. */

import { endOfQuoted, unescaped } from './escapes.ts';
import type { LineReader } from './line-reader.ts';
import { anyTime, clfTime, isZoneless } from './time.ts';
import { type Fields, toHit } from './to-hit.ts';

/** Fields of a template. `ignore`: a field that an audit does not need. */
export type FieldKind =
  | Exclude<keyof Fields, 'time' | 'isZoneless' | 'headers'>
  | 'clf-time'
  | 'any-time'
  | 'address-port'
  | 'ignore';

/** A piece of a template. Two fields never touch. */
export type Piece = { readonly literal: string } | { readonly field: FieldKind };

/** How a field is found: by its kind, and the literal that ends it. Empty: the rest of the line. */
interface Slot {
  readonly kind: FieldKind;
  readonly isQuoted: boolean;
  readonly end: string;
}

/**
 * A reader of lines that begin as the template says; the rest of a line is ignored unless it must match completely.
 *
 * @throws {TypeError} If two fields touch, so that nothing tells where the first ends.
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
        `Cannot read a log by this format: nothing is between "${piece.field}" and "${next.field}"`,
      );
    }
    const end = next?.literal ?? '';
    slots.push({ kind: piece.field, isQuoted: before.endsWith('"') && end.startsWith('"'), end });
  });
  return { start, slots };
}

function fieldsOf(line: string, from: number, slots: readonly Slot[], isWhole: boolean): Fields | undefined {
  const fields: Fields = { time: Number.NaN };
  let at = from;
  for (let index = 0; index < slots.length; index++) {
    const { kind, isQuoted, end } = slots[index] as Slot;
    const isLast = index === slots.length - 1;
    const stop = endOf(line, at, end, isQuoted, isLast);
    if (stop < 0) return undefined;
    if (kind !== 'ignore') put(fields, kind, textAt(line, at, stop, isQuoted));
    at = stop + end.length;
  }
  return isWhole && line.length > at && line.slice(at).trim() !== '' ? undefined : fields;
}

/** The literal after the last field may be truncated: of `"$agent" extra` only the quote is needed. */
function endOf(line: string, at: number, end: string, isQuoted: boolean, isLast: boolean): number {
  if (isQuoted) return endOfQuoted(line, isLast ? '"' : end, at);
  if (end !== '') return line.indexOf(end, at);
  const space = line.indexOf(' ', at);
  return space < 0 ? line.length : space;
}

function textAt(line: string, start: number, stop: number, isQuoted: boolean): string {
  const text = line.slice(start, stop);
  return isQuoted ? unescaped(text) : text;
}

function put(fields: Fields, kind: Exclude<FieldKind, 'ignore'>, text: string): void {
  if (kind === 'clf-time') {
    fields.time = clfTime(text);
    // The usual length has one.
    if (text.length !== 26) fields.isZoneless = isZoneless(text);
  } else if (kind === 'any-time') {
    const time = anyTime(text);
    if (Number.isNaN(time)) return;
    fields.time = time;
    fields.isZoneless = isZoneless(text);
  } else if (kind === 'address-port') fields.address = text.replace(/:\d+$/, '');
  else if (kind === 'port') fields.port ??= text;
  else if (kind === 'host' || kind === 'address') {
    // Several fields may contain the same value: the first with a value counts.
    if (text !== '' && text !== '-') fields[kind] ??= text;
  } else fields[kind] = text;
}
