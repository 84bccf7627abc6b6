/** Names of known records, in lower case. */
import { recordKinds } from '../parse/record-kind.ts';

/** Names that the parser knows: those of RFC 9309, and those that crawlers have added. */
export const KNOWN_NAMES: readonly string[] = recordKinds.filter((kind) => kind !== 'other');

/** A further record in the value of a record: `; Disallow: /b` behind `/a`, or ` Disallow: /` behind `*`. */
const NEXT_RECORD =
  /(?<![ \t])(?:[ \t]*[;|,][ \t]*|[ \t]+)(?=(?:user-agent|disallow|allow|sitemap|crawl-delay)[ \t]*:)/i;

/** The span of the separator before the next record in a value; `undefined` if the value holds none. */
export function nextRecord(value: string): { readonly start: number; readonly end: number } | undefined {
  const found = NEXT_RECORD.exec(value);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}
