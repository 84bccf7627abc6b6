/** Edits: replacements of octet spans. Every proposed change to a robots.txt is a list of edits. */

import { quote } from './quote.ts';
import type { Span } from './span.ts';
import { encodeUtf8 } from './utf-8.ts';

/** One replacement. With an empty span, it inserts text. */
export interface Edit {
  readonly span: Span;
  /** The replacement. Text is written as UTF-8. */
  readonly replacement: string | Uint8Array;
}

/**
 * Applies all `edits` to `octets`. They may come in any order but must not overlap. Insertions at the same offset keep
 * the order of the list.
 *
 * @throws {RangeError} If a span lies outside the octets, or two spans overlap.
 * @example
 * ```ts
 * import { applyEdits } from 'robots-exclusion/format';
 *
 * const octets = new TextEncoder().encode('Alow: /\n');
 * const edited = applyEdits(octets, [{ span: { start: 0, end: 4 }, replacement: 'Allow' }]);
 * new TextDecoder().decode(edited); // 'Allow: /\n'
 * ```
 */
export function applyEdits(octets: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = edits
    .map(({ span, replacement }) => ({
      ...span,
      octets: typeof replacement === 'string' ? encodeUtf8(replacement) : replacement,
    }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at || edit.end < edit.start || edit.end > octets.length)
      throw badSpan(edit, at, octets.length);
    parts.push(octets.subarray(at, edit.start), edit.octets);
    at = edit.end;
  }
  parts.push(octets.subarray(at));
  return concatenated(parts);
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function badSpan({ start, end }: Span, at: number, length: number): RangeError {
  return new RangeError(
    `Cannot apply the edit of ${quote(`${start}–${end}`)}: expected a span from ${at} to ${length} that overlaps no other`,
  );
}
