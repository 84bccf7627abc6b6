/**
 * The locations of a sitemap, found piece by piece as its text arrives. The text is never made into nodes, and no more
 * of it is held than one location, so neither size nor nesting of what a stranger sends matters.
 *
 * @see {@link https://www.sitemaps.org/protocol.html}
 */
import { Parser } from 'htmlparser2';
import { OpenElements } from './open-elements.ts';

/** Code units of one location; sitemaps allow 2,048. */
const MAX_LOCATION_LENGTH = 8192;

/** What a location stands in: `<loc>` of an image is not one. A part of a sitemap may begin with the location itself. */
const PARENTS: ReadonlySet<string | undefined> = new Set([
  ...['url', 'sitemap', 'urlset', 'sitemapindex', undefined],
]);

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
  /** The name of the outermost element without its prefix; undefined for a list of lines. */
  root: string | undefined;
  /** Why no more of it is read, if it is not a text that a reader of sitemaps should read. */
  fault: string | undefined;
  readonly #max: number;
  #isText: boolean | undefined;
  /** Of a list: what came of the line that has not ended. */
  #line = '';
  readonly #open = new OpenElements();
  /** Of the location that is open, as far as it is kept. */
  #location: string | undefined;
  readonly #parser: Parser;

  /** @param max Locations that are kept. */
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

  /** Takes the next piece; false when no more is wanted. */
  push(piece: string): boolean {
    const text = this.#isText === undefined ? piece.trimStart() : piece;
    if (text === '') return this.#isWanted();
    this.#isText ??= !text.startsWith('<');
    if (this.#isText) this.#takeLines(text);
    else this.#parse(() => this.#parser.write(text));
    return this.#isWanted();
  }

  /** There are no more pieces. */
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
    // Elements within a location, and one that is left open before it, are not part of it.
    this.#location = local === 'loc' ? '' : undefined;
  }

  #takeText(text: string): void {
    if (this.#location === undefined) return;
    const kept = this.#location === '' ? text.trimStart() : text;
    this.#location += kept.slice(0, MAX_LOCATION_LENGTH + 1 - this.#location.length);
  }

  /** @param isImplied A location without an end is none. */
  #closeElement(isImplied: boolean): void {
    const location = this.#location;
    this.#location = undefined;
    const isLocation = location !== undefined && !isImplied && PARENTS.has(this.#open.local(1));
    if (isLocation && this.#open.isOfRootNamespace()) this.#take(location.trim());
    this.#open.pop();
    if (this.isCut) throw new Stop();
  }

  /** Entities of its own, which can say anything any number of times, have no place in a sitemap. */
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

/** Ends the parser at once: what is left of a piece can be long. */
class Stop extends Error {
  readonly fault: string | undefined;

  constructor(fault?: string) {
    super(fault);
    this.fault = fault;
  }
}
