/** The edit that deletes a whole line, including its comment and line end. */
import type { Edit } from '../bytes/edit.ts';
import { CR, isLineEnd, LF } from '../bytes/octet.ts';
import type { Span } from '../bytes/span.ts';
import type { Fix } from '../parse/diagnostics.ts';

/** Deletes the line that contains `span`; keeps a byte order mark before it. */
export function removeLine(
  { octets }: { readonly octets: Uint8Array },
  { span }: { readonly span: Span },
): Edit {
  let end = span.end;
  while (end < octets.length && !isLineEnd(octets[end])) end++;
  if (octets[end] === CR && octets[end + 1] === LF) end++;
  return { span: { start: span.start, end: Math.min(end + 1, octets.length) }, replacement: '' };
}

/** The fix that deletes a line, for rules that claim that this changes no verdict. */
export function removal(document: { readonly octets: Uint8Array }, record: { readonly span: Span }): Fix {
  return { title: 'Remove this line', edits: [removeLine(document, record)], changesVerdicts: false };
}
