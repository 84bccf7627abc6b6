/** The media type that a response states, and whether a body without one is HTML. */

/** A media type, as browsers determine it. */
export interface MediaType {
  /** Type and subtype in lower case; undefined if the response states none that can be read. */
  readonly essence: string | undefined;
  /** The label of the encoding, as written. */
  readonly charset: string | undefined;
}

/** Matches type and subtype, which end where browsers end them: also at a blank, although a semicolon is missing. */
const ESSENCE =
  /^[\t\n\r ]*([!#$%&'*+.^_`|~0-9a-z-]{1,127}\/[!#$%&'*+.^_`|~0-9a-z-]{1,127})(?=$|[\t\n\r ;(])/i;
const CHARSET = /[;\t\n\r ]charset=(?:"([^"]{1,40})"|([^\t\n\r ;"]{1,40}))/i;

/**
 * Extracts the media type from the lines of Content-Type (Fetch §2.2.2): the last valid value counts, and keeps the
 * charset of an earlier value with the same essence.
 */
export function mediaTypeOf(lines: readonly string[]): MediaType {
  let found: MediaType = { essence: undefined, charset: undefined };
  for (const value of lines.flatMap(valuesOf)) {
    const essence = ESSENCE.exec(value)?.[1]?.toLowerCase();
    if (essence === undefined || essence === '*/*') continue;
    const [, quoted, plain] = CHARSET.exec(value) ?? [];
    const before = essence === found.essence ? found.charset : undefined;
    found = { essence, charset: quoted ?? plain ?? before };
  }
  return found;
}

/** The values of a list, which commas outside quotation marks separate. */
function valuesOf(line: string): string[] {
  return line.match(/(?:[^,"]|"[^"]*(?:"|$))+/g) ?? [];
}

/** Types with which browsers treat a response as if it stated none (MIME Sniffing §7). */
const UNKNOWN = new Set(['unknown/unknown', 'application/unknown']);

/** How a page is read: as HTML, as XML that may be XHTML, as another type, or not at all. */
export type PageKind = 'html' | 'xml' | 'other' | 'undetermined';

/**
 * The kind of a page.
 *
 * @param beginning The first characters of the body, from which browsers guess a type that is not stated.
 */
export function pageKind({ essence }: MediaType, beginning: string): PageKind {
  if (essence === 'text/html') return 'html';
  if (essence !== undefined && /^(?:text|application)\/xml$|\+xml$/.test(essence)) return 'xml';
  if (essence !== undefined && !UNKNOWN.has(essence)) return 'other';
  if (HTML.test(beginning)) return 'html';
  return /^[\t\n\f\r ]*<\?xml/.test(beginning) ? 'xml' : 'undetermined';
}

/** Matches the beginnings that browsers take for HTML (MIME Sniffing §7.1). */
const HTML =
  /^[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;
