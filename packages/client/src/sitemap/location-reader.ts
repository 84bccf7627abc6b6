/**
 * Finds the locations in a sitemap as its text arrives. The reader builds no tree and buffers at most one location, so
 * neither the size nor the nesting of hostile input matters.
 *
 * @see {@link https://www.sitemaps.org/protocol.html}
 */
import { Parser } from 'htmlparser2';
import { OpenElements } from '../xml/open-elements.ts';

/** Limit on the code units of one location. The sitemap protocol allows 2,048. */
const MAX_LOCATION_LENGTH = 8192;

/** Limit on nesting. A sitemap has at most six levels, including all of its extensions. */
const MAX_DEPTH = 64;

/**
 * The parents under which a `<loc>` is read as a location. The `<loc>` of an image is not. A fragment of a sitemap may
 * begin with `<loc>`, which then has no parent.
 */
const PARENTS: ReadonlySet<string | undefined> = new Set([
  ...['url', 'sitemap', 'urlset', 'sitemapindex', undefined],
]);

/** The kind of file: a list of pages, or an index of other sitemaps. */
export type SitemapKind = 'urls' | 'index';

/**
 * Reads sitemaps and plain lists of URLs, piece by piece.
 *
 * @example
 * ```ts
 * import { LocationReader } from '@robots-exclusion/client/sitemaps';
 *
 * const reader = new LocationReader(50_000);
 * reader.push('<urlset><url><loc>https://example.com/?a=1&amp;');
 * reader.push('b=2</loc></url></urlset>');
 * reader.end();
 * reader.locations; // ['https://example.com/?a=1&b=2']
 * ```
 */
export class LocationReader {
  /** The locations in file order, including duplicates. */
  readonly locations: string[] = [];
  /** Whether the file has more than `max` locations. */
  isCut = false;
  /** The number of locations that were skipped because they exceed 8,192 code units. */
  tooLong = 0;
  kind: SitemapKind = 'urls';
  /** The name of the outermost element without its prefix; undefined for a plain list of lines. */
  root: string | undefined;
  /** The reason why reading stopped, if the text is not a valid sitemap. */
  fault: string | undefined;
  readonly #max: number;
  #isText: boolean | undefined;
  /** The text of an unfinished line, if the file is a plain list of URLs. */
  #line = '';
  readonly #open = new OpenElements(MAX_DEPTH);
  /** The text of the open location so far; undefined if none is open. */
  #location: string | undefined;
  readonly #parser: Parser;

  /** @param max Limit on the number of locations. */
  constructor(max: number) {
    this.#max = max;
    this.#parser = new Parser(
      {
        onopentagname: (name) => this.#openElement(name),
        onattribute: (name, value) => this.#open.attribute(name, value),
        ontext: (text) => this.#takeText(text),
        onclosetag: (_, isImplied) => this.#closeElement(isImplied),
        onprocessinginstruction: (name, data) => this.#declare(name, data),
      },
      { xmlMode: true },
    );
  }

  /** Accepts the next piece of text. Returns false if no more text is needed. */
  push(piece: string): boolean {
    const text = this.#isText === undefined ? piece.trimStart() : piece;
    if (text === '') return this.#isWanted();
    this.#isText ??= !text.startsWith('<');
    if (this.#isText) this.#takeLines(text);
    else this.#parse(() => this.#parser.write(text));
    return this.#isWanted();
  }

  /** Reports that there are no more pieces. */
  end(): void {
    if (this.#isText) this.#take(this.#line.trim());
    else if (this.#isText === false && this.#isWanted()) this.#parse(() => this.#parser.end());
  }

  #isWanted(): boolean {
    return !this.isCut && this.fault === undefined;
  }

  #parse(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      this.fault = error.fault;
    }
  }

  #openElement(name: string): void {
    if (!this.#open.push(name)) throw new Stop('its elements are nested deeper than 64');
    const local = this.#open.local();
    if (this.#open.depth === 1) {
      this.root ??= local;
      if (local === 'sitemapindex') this.kind = 'index';
    }
    // A location cannot contain elements, so an unclosed location ends here.
    this.#location = local === 'loc' ? '' : undefined;
  }

  #takeText(text: string): void {
    if (this.#location === undefined) return;
    const kept = this.#location === '' ? text.trimStart() : text;
    this.#location += kept.slice(0, MAX_LOCATION_LENGTH + 1 - this.#location.length);
  }

  /** @param isImplied Whether the element has no end tag; if so, its location is ignored. */
  #closeElement(isImplied: boolean): void {
    const location = this.#location;
    this.#location = undefined;
    const isLocation = location !== undefined && !isImplied && PARENTS.has(this.#open.local(1));
    if (isLocation && this.#open.namespace() === this.#open.namespace(this.#open.depth - 1))
      this.#take(location.trim());
    this.#open.pop();
    if (this.isCut) throw new Stop();
  }

  /** Rejects entity declarations, which can expand without bound and do not belong in a sitemap. */
  #declare(name: string, data: string): void {
    if (/^!doctype$/i.test(name) && data.includes('[')) throw new Stop('its document type has declarations');
  }

  #takeLines(text: string): void {
    const lines = (this.#line + text).split(/\r\n?|\n/);
    this.#line = (lines.pop() ?? '').trimStart().slice(0, MAX_LOCATION_LENGTH + 1);
    for (const line of lines) this.#take(line.trim());
  }

  #take(location: string): void {
    if (location === '') return;
    if (location.length > MAX_LOCATION_LENGTH) this.tooLong++;
    else if (this.locations.length >= this.#max) this.isCut = true;
    else this.locations.push(location);
  }
}

/** Thrown to stop the parser immediately, because the rest of a piece can be long. */
class Stop extends Error {
  readonly fault: string | undefined;

  constructor(fault?: string) {
    super(fault);
    this.fault = fault;
  }
}
