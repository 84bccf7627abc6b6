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
 * The elements around a location, outermost last, in lower case: peers compare names without regard to case. The `<loc>`
 * of an image is not a location. A fragment of a sitemap may begin with `<loc>`, which then has no parent.
 */
const PARENTS: ReadonlySet<string | undefined> = new Set([
  ...['url', 'sitemap', 'urlset', 'sitemapindex', undefined],
]);

/** The namespaces of sitemaps. Authors also leave the namespace out, or state it for some elements only. */
const SITEMAPS = /^(?:https?:\/\/(?:www\.)?(?:sitemaps\.org|google\.com)\/schemas\/sitemap\/.*)?$/;

/** The entries of sitemaps and feeds, with the elements in which they are entries. */
const ENTRIES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['url', new Set(['urlset'])],
  ['sitemap', new Set(['sitemapindex'])],
  ['item', new Set(['channel', 'rdf'])],
  ['entry', new Set(['feed'])],
]);

/** Outermost elements, in lower case: sitemaps, RSS 0.91 to 2.0, RSS 1.0, and Atom. */
const ROOTS: ReadonlySet<string> = new Set(['urlset', 'sitemapindex', 'rss', 'rdf', 'feed']);

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
  /**
   * The number of locations that were lost: they exceed 8,192 code units, contain an element, do not end, are in a
   * foreign namespace, or are missing.
   */
  skipped = 0;
  /** Whether the text ends before its outermost element does. */
  isUnfinished = false;
  kind: SitemapKind = 'urls';
  /** The name of the outermost element without its prefix; undefined for a plain list of lines. */
  root: string | undefined;
  /** The reason why reading stopped, if the text is not a valid sitemap. */
  fault: string | undefined;
  readonly #max: number;
  /** Whether the text is a list of lines; undefined while there is no text. */
  #isText: boolean | undefined;
  /** The text of an unfinished line, if the file is a plain list of URLs. */
  #line = '';
  readonly #open = new OpenElements(MAX_DEPTH);
  /** The text of the open location so far; undefined if none is open. */
  #location: string | undefined;
  /** The nesting of the open location. */
  #locationDepth = 0;
  /** Whether the open location contains an element. */
  #isBroken = false;
  /** Whether a location of the open entry was taken or lost. */
  #isLocated = false;
  /** The identifier of the open item of RSS, which is its location if the item has no link. */
  #guid = '';
  /** What the open tag says of a link, until the tag ends. */
  #attributes: { href?: string; rel?: string; isPermaLink?: string } | undefined;
  readonly #parser: Parser;

  /** @param max Limit on the number of locations. */
  constructor(max: number) {
    this.#max = max;
    this.#parser = new Parser(
      {
        onopentagname: (name) => this.#openElement(name),
        onattribute: (name, value) => this.#takeAttribute(name, value),
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

  /**
   * The reason why the text is not a sitemap, a feed or a list of URLs; undefined if it may be one. For example, a site
   * may send an error page with status 200.
   */
  get stranger(): string | undefined {
    if (this.#isText === undefined) return 'it is empty';
    if (this.#isText) {
      const [first] = this.locations;
      if (first === undefined || isUrl(first)) return undefined;
      return `its first line is ${JSON.stringify(first.slice(0, 40))}, expected a URL or XML`;
    }
    if (this.root === undefined) return 'it has no elements';
    if (ROOTS.has(this.root.toLowerCase())) return undefined;
    return `its outermost element is <${this.root.slice(0, 40)}>, expected one of a sitemap or a feed`;
  }

  /** Reports that there are no more pieces. */
  end(): void {
    if (this.#isText) this.#take(this.#line.trim());
    else if (this.#isText === false && this.#isWanted()) {
      this.isUnfinished = this.#open.depth > 0;
      if (!this.isUnfinished) this.#parse(() => this.#parser.end());
    }
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
    this.#endTag();
    if (!this.#open.push(name)) throw new Stop(`its elements are nested deeper than ${MAX_DEPTH}`);
    const local = this.#local();
    if (this.#open.depth === 1) {
      this.root ??= this.#open.local();
      if (local === 'sitemapindex') this.kind = 'index';
    }
    if (this.#isEntry()) this.#isLocated = false;
    if (this.#location !== undefined) this.#isBroken = true;
    else if (local === 'loc' || this.#isOfItem('link') || this.#isOfItem('guid')) {
      this.#location = '';
      this.#locationDepth = this.#open.depth;
      this.#isBroken = false;
    }
  }

  /** The name in lower case of the element this many levels above the innermost one. */
  #local(above = 0): string | undefined {
    return this.#open.local(above)?.toLowerCase();
  }

  /** Whether the innermost element is an entry of a sitemap or a feed. */
  #isEntry(): boolean {
    const parents = ENTRIES.get(this.#local() ?? '');
    return parents?.has(this.#local(1) ?? '') === true;
  }

  /** Whether the innermost element is such a part of an item of RSS, in the item's namespace. */
  #isOfItem(name: string): boolean {
    const isPart = this.#local() === name && this.#local(1) === 'item';
    return isPart && this.#open.namespace() === this.#open.namespace(1);
  }

  /**
   * Takes the first link of an entry of Atom to the page that it describes (RFC 4287 §4.2.7). The identifier of an item
   * of RSS may say that it is not a link.
   */
  #endTag(): void {
    if (this.#attributes === undefined) return;
    const { href, rel = 'alternate', isPermaLink } = this.#attributes;
    this.#attributes = undefined;
    if (isPermaLink === 'false' && this.#isOfItem('guid')) this.#location = undefined;
    if (this.#local() !== 'link' || this.#local(1) !== 'entry' || this.#isLocated) return;
    if (href !== undefined && rel === 'alternate') this.#take(href.trim());
  }

  /** The parser's own list of attributes would hold all of them, a million in a hostile file. */
  #takeAttribute(name: string, value: string): void {
    this.#open.attribute(name, value);
    if (name !== 'href' && name !== 'rel' && name !== 'isPermaLink') return;
    this.#attributes ??= {};
    this.#attributes[name] ??= value;
  }

  #takeText(text: string): void {
    this.#endTag();
    if (this.#location === undefined) return;
    const kept = this.#location === '' ? text.trimStart() : text;
    this.#location += kept.slice(0, MAX_LOCATION_LENGTH + 1 - this.#location.length);
  }

  /** @param isImplied Whether the element has no end tag; if so, its location is lost. */
  #closeElement(isImplied: boolean): void {
    this.#endTag();
    if (this.#location !== undefined && this.#open.depth === this.#locationDepth) {
      const location = this.#location.trim();
      this.#location = undefined;
      this.#closeLocation(location, !isImplied && !this.#isBroken);
    }
    if (this.#isEntry()) this.#closeEntry();
    this.#open.pop();
    if (this.isCut) throw new Stop();
  }

  #closeLocation(location: string, isWhole: boolean): void {
    const name = this.#local();
    if (name === 'loc' && !(PARENTS.has(this.#local(1)) && this.#isOfSitemap())) return;
    if (!isWhole) this.#lose();
    else if (name === 'guid') this.#guid = location;
    else this.#take(location);
  }

  /** An entry of a sitemap must have a location. An item of a feed need not. */
  #closeEntry(): void {
    const name = this.#local();
    if (!this.#isLocated && (name === 'url' || name === 'sitemap')) this.skipped++;
    if (!this.#isLocated && name === 'item' && /^https?:\/\//i.test(this.#guid)) this.#take(this.#guid);
    this.#guid = '';
  }

  #isOfSitemap(): boolean {
    const namespace = this.#open.namespace();
    return namespace === this.#open.namespace(this.#open.depth - 1) || SITEMAPS.test(namespace);
  }

  #lose(): void {
    this.#isLocated = true;
    this.skipped++;
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
    this.#isLocated = true;
    if (location.length > MAX_LOCATION_LENGTH) this.skipped++;
    else if (this.locations.length >= this.#max) this.isCut = true;
    else this.locations.push(location);
  }
}

/** Whether a location can be one: the protocol of sitemaps wants absolute URLs. */
export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location) && URL.canParse(location);
}

/** Thrown to stop the parser immediately, because the rest of a piece can be long. */
class Stop extends Error {
  readonly fault: string | undefined;

  constructor(fault?: string) {
    super(fault);
    this.fault = fault;
  }
}
