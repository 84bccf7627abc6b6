/**
 * The locations of a sitemap, found piece by piece as its text arrives. The text is never made into nodes, and no more
 * of it is held than one location, so neither size nor nesting of what a stranger sends matters.
 *
 * @see {@link https://www.sitemaps.org/protocol.html}
 */

/** Code units of one location; sitemaps allow 2,048. */
const MAX_LOCATION_LENGTH = 8192;
const OPEN = '<loc>';
const CLOSE = '</loc>';

/** What a file is: a list of pages, or an index of other sitemaps. */
export type SitemapKind = 'urls' | 'index';

/**
 * Reads sitemaps and plain lists of URLs, piece by piece.
 *
 * @example
 * ```ts
 * import { LocationReader } from '@robots-exclusion/server/sitemaps';
 *
 * const reader = new LocationReader(50_000);
 * reader.push('<urlset><url><loc>https://example.com/?a=1&amp;');
 * reader.push('b=2</loc></url></urlset>');
 * reader.end();
 * reader.locations; // ['https://example.com/?a=1&b=2']
 * ```
 */
export class LocationReader {
  /** In the order of the file, as often as they occur. */
  readonly locations: string[] = [];
  /** The file has more than `max`. */
  isCut = false;
  /** Locations that were left out because they are longer than 8,192 code units. */
  tooLong = 0;
  kind: SitemapKind = 'urls';
  readonly #max: number;
  #rest = '';
  #seenStart = '';
  #isText: boolean | undefined;

  /** @param max Locations that are kept. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Takes the next piece; false when no more is wanted. */
  push(piece: string): boolean {
    if (this.#isText === undefined) this.#look(piece);
    this.#rest += piece;
    if (this.#isText === undefined) return true;
    if (this.#isText) this.#takeLines();
    else this.#takeElements();
    return !this.isCut;
  }

  /** There are no more pieces. */
  end(): void {
    this.#isText ??= !this.#seenStart.trimStart().startsWith('<');
    if (this.#isText) this.#take(this.#rest.trim());
    else this.#takeElements();
  }

  /** The root element says what it is; a file without one is a list, one URL a line. */
  #look(piece: string): void {
    this.#seenStart += piece;
    const start = this.#seenStart.trimStart();
    if (
      start === '' ||
      (start.length < 500 && start.startsWith('<') && !/<(?:urlset|sitemapindex)\b/.test(start))
    )
      return;
    this.#isText = !start.startsWith('<');
    if (start.includes('<sitemapindex')) this.kind = 'index';
    this.#seenStart = '';
  }

  #takeLines(): void {
    const lines = this.#rest.split(/\r\n?|\n/);
    this.#rest = (lines.pop() ?? '').slice(0, MAX_LOCATION_LENGTH);
    for (const line of lines) this.#take(line.trim());
  }

  #takeElements(): void {
    let from = 0;
    for (;;) {
      const open = this.#rest.indexOf(OPEN, from);
      const close = open < 0 ? -1 : this.#rest.indexOf(CLOSE, open);
      if (close < 0) {
        const keepFrom = open < 0 ? Math.max(from, this.#rest.length - OPEN.length) : open;
        this.#rest = this.#rest.slice(keepFrom);
        // A location without an end is none.
        if (this.#rest.length > MAX_LOCATION_LENGTH) this.#rest = this.#rest.slice(-CLOSE.length);
        return;
      }
      this.#take(contentOf(this.#rest.slice(open + OPEN.length, close)));
      from = close + CLOSE.length;
    }
  }

  #take(location: string): void {
    if (location === '') return;
    if (location.length > MAX_LOCATION_LENGTH) this.tooLong++;
    else if (this.locations.length >= this.#max) this.isCut = true;
    else this.locations.push(location);
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** A reference that XML does not define stays as it is. */
function contentOf(text: string): string {
  const content = text.trim();
  if (content.startsWith('<![CDATA[') && content.endsWith(']]>')) return content.slice(9, -3).trim();
  return content.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
