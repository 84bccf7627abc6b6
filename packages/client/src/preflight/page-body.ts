/** Reads the beginning of a page's body, up to a limit, and determines how the body ended. */
import { contentCodings } from '../fetch/content-codings.ts';
import { decode } from '../fetch/decode.ts';
import { fieldLines } from '../transport/response-head.ts';
import type { TransportResponse } from '../transport/transport.ts';

/** The maximum number of octets of a body that are read. */
export const MAX_PAGE_BYTES = 524_288;

/** The part of a body that was read. */
export interface PageBody {
  /** The decoded octets, without content codings. */
  readonly octets: Uint8Array;
  /** The text by the byte order mark, otherwise by the charset in Content-Type, otherwise as UTF-8. */
  readonly text: string;
  /**
   * How the body ended. `whole` means that it was read in full, and `cut` that it continues beyond
   * {@link MAX_PAGE_BYTES}. `broken` means that it ended early or cannot be decoded, so nothing is known about the
   * missing part.
   */
  readonly end: 'whole' | 'cut' | 'broken';
}

export const NO_BODY: PageBody = Object.freeze({ octets: new Uint8Array(), text: '', end: 'broken' });

/** Reads the beginning of a body; never rejects. */
export async function readPageBody(response: TransportResponse): Promise<PageBody> {
  const { body, headers } = response;
  const parts: Uint8Array[] = [];
  let size = 0;
  let end: PageBody['end'] = 'whole';
  try {
    const octets = body instanceof Uint8Array ? once(body) : body;
    const { codings } = contentCodings(headers['content-encoding']);
    for await (const part of decode(octets, codings, 4 * MAX_PAGE_BYTES)) {
      parts.push(part);
      size += part.length;
      if (size > MAX_PAGE_BYTES) {
        end = 'cut';
        break;
      }
    }
  } catch {
    end = 'broken';
  }
  const octets = Buffer.concat(parts).subarray(0, MAX_PAGE_BYTES);
  return pageBodyOf(octets, end, fieldLines(response, 'content-type'));
}

async function* once(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  yield octets;
}

/** @param contentType The lines of Content-Type. */
export function pageBodyOf(
  octets: Uint8Array,
  end: PageBody['end'],
  contentType: readonly string[],
): PageBody {
  const decoder = decoderFor(markOf(octets) ?? mediaTypeOf(contentType).charset) ?? new TextDecoder();
  return { octets, text: decoder.decode(octets), end };
}

/** The encoding that a byte order mark names. */
export function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** The part of a `TextDecoder` that is used. */
type Decoder = Pick<InstanceType<typeof TextDecoder>, 'decode' | 'encoding'>;

/** The decoder for a label; `undefined` if there is none, which counts as no label (WHATWG Encoding §4.2). */
export function decoderFor(label: string | undefined): Decoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** A media type, as browsers determine it. */
interface MediaType {
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
type PageKind = 'html' | 'xml' | 'other' | 'undetermined';

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
