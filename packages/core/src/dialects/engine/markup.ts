/** Detects HTML in place of a robots.txt, as some readers do. */
import { binaryOf } from './text-model.ts';

/** Whether the octets contain an `html`, `head` or `body` tag without attributes. */
export function looksLikeMarkup(octets: Uint8Array): boolean {
  return TAG.test(binaryOf(octets, 0, octets.length));
}

/** Whether the octets contain `User-agent:`, in any case. */
export function namesUserAgent(octets: Uint8Array): boolean {
  return USER_AGENT.test(binaryOf(octets, 0, octets.length));
}

/** Removes the tags from a text. A tag has at least one character between `<` and the next `>`. Linear. */
export function withoutTags(text: string): string {
  let kept = '';
  for (const [start, end] of spansBesideTags(text)) kept += text.slice(start, end);
  return kept;
}

/**
 * Converts an offset in {@link withoutTags} of a text to the offset of the same character in the text; the end of the
 * text if there is no such character.
 */
export function offsetsBesideTags(text: string): (offset: number) => number {
  const offsets = spansBesideTags(text).flatMap(([start, end]) =>
    Array.from({ length: end - start }, (_, at) => start + at),
  );
  return (offset) => offsets[offset] ?? text.length;
}

/** The spans of a text outside tags, in order. No span is empty. */
function spansBesideTags(text: string): readonly (readonly [start: number, end: number])[] {
  const spans: [number, number][] = [];
  let start = 0;
  for (let open = text.indexOf('<'); open >= 0; ) {
    const close = text.indexOf('>', open + 1);
    if (close < 0) break;
    if (close === open + 1) {
      open = text.indexOf('<', open + 1);
      continue;
    }
    if (open > start) spans.push([start, open]);
    start = close + 1;
    open = text.indexOf('<', start);
  }
  if (start < text.length) spans.push([start, text.length]);
  return spans;
}

const TAG = /<(?:html|head|body)[\t\n\u000b\f\r ]*>/i;
const USER_AGENT = /user-agent:/i;
