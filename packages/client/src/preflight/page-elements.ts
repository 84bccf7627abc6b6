/** Collects what a page states to crawlers while a parser reads it, within bounds. */
import type { MetaRobots, PageLink } from 'robots-exclusion/usage';
import { decoderFor } from './page-body.ts';
import { type PageAsset, styleAssets } from './style-assets.ts';

export interface PageElements {
  readonly meta: readonly MetaRobots[];
  /** Links to licenses, as absolute URLs if the page states a usable `<base>`. */
  readonly links: readonly PageLink[];
  /** Files that the page needs to be shown, as absolute URLs; the first {@link MOST_ELEMENTS}. */
  readonly assets: readonly PageAsset[];
  /** Whether the page names more files than `assets` has. */
  readonly hasMoreAssets: boolean;
  /** The text of the first title, without surrounding white space. */
  readonly title: string | undefined;
  /** The first known encoding that the page names, as written. */
  readonly charset: string | undefined;
  /** The number of text characters, without white space, scripts, styles and the title. */
  readonly textCharacters: number;
  /** Whether the page has an image, a video, a frame, a script, or another element that is visible without text. */
  readonly hasMedia: boolean;
  readonly hasPasswordField: boolean;
  /** The reason why some elements were not read; undefined if all were. */
  readonly unread: string | undefined;
}

/** Limit on the elements stored per kind; a typical page has only a few. */
const MOST_ELEMENTS = 100;
const MOST_CHARACTERS = 4096;
const MOST_TITLE_CHARACTERS = 300;

/** Elements whose text is not shown as text of the page. */
const WITHOUT_TEXT = new Set([
  ...['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'template'],
]);
const MEDIA = new Set([
  ...['img', 'picture', 'video', 'audio', 'svg', 'canvas', 'iframe', 'object', 'embed', 'frame', 'script'],
]);

/** The elements that {@link ElementCollector} takes anything of. */
export const TAKEN: ReadonlySet<string> = new Set([
  ...[...MEDIA, 'meta', 'link', 'base', 'title', 'input', 'source', 'style'],
]);

export type AttributeOf = (name: string) => string | undefined;

/** Receives elements and text from a parser, in document order. */
export class ElementCollector {
  /** What was found, and whether its element is part of the document when the page has been read. */
  readonly #found: {
    meta?: MetaRobots;
    link?: PageLink;
    asset?: PageAsset;
    base?: string;
    isPart: () => boolean;
  }[] = [];
  readonly #titles: { text: string; isPart: () => boolean }[] = [];
  /** The text of style elements and attributes. */
  readonly #styles: { text: string; isAttribute: boolean; isPart: () => boolean }[] = [];
  readonly #isWanted: (name: string) => boolean;
  #metas = 0;
  #links = 0;
  #assets = 0;
  #charset: string | undefined;
  #textCharacters = 0;
  #hasMedia = false;
  #hasPasswordField = false;
  unread: string | undefined;

  /** @param isWanted Whether to keep meta elements with this name, which is in lower case. */
  constructor(isWanted: (name: string) => boolean) {
    this.#isWanted = isWanted;
  }

  /**
   * Takes an element that is not in a template, if it is in {@link TAKEN} or has a style.
   *
   * @param isLoaded Whether it is also in no `noscript`, whose files a browser with scripts does not load.
   */
  element(
    name: string,
    attribute: AttributeOf,
    isPart: () => boolean = () => true,
    isLoaded: () => boolean = isPart,
  ): void {
    const style = attribute('style');
    if (style !== undefined) this.#styles.push({ text: style, isAttribute: true, isPart: isLoaded });
    this.#hasMedia ||= MEDIA.has(name);
    if (name === 'meta') this.#meta(attribute, isPart);
    else if (name === 'link') this.#link(attribute, isPart, isLoaded);
    else if (name === 'script') {
      this.#license(attribute, isPart);
      this.#asset('script', attribute('src'), isLoaded);
    } else if (name === 'img' || name === 'source') {
      const src = name === 'img' ? attribute('src') : undefined;
      for (const one of [src, ...candidates(attribute('srcset'))]) this.#asset('image', one, isLoaded);
    } else if (name === 'video') this.#asset('image', attribute('poster'), isLoaded);
    else if (name === 'style') this.#styles.push({ text: '', isAttribute: false, isPart: isLoaded });
    else if (name === 'base') this.#base(attribute, isPart);
    else if (name === 'title' && this.#titles.length < MOST_ELEMENTS) this.#titles.push({ text: '', isPart });
    else if (name === 'input') this.#hasPasswordField ||= /^password$/i.test(attribute('type') ?? '');
  }

  /**
   * Takes text.
   *
   * @param parent The name of the element around it.
   * @param isTitle Whether that element is the title that was taken last.
   * @param isShown Called only for styles, and for text that has characters to count.
   */
  text(text: string, parent: string, isTitle: boolean, isShown: () => boolean): void {
    const title = isTitle ? this.#titles.at(-1) : undefined;
    if (title !== undefined && title.text.length < MOST_TITLE_CHARACTERS)
      title.text = (title.text + text).slice(0, MOST_TITLE_CHARACTERS);
    const style = parent === 'style' && isShown() ? this.#styles.at(-1) : undefined;
    if (style !== undefined) style.text += text;
    const count = WITHOUT_TEXT.has(parent) ? 0 : countText(text);
    if (count > 0 && isShown()) this.#textCharacters += count;
  }

  /** Takes what is shown of an element in a shadow tree, which the document does not contain. */
  shown(name: string): void {
    this.#hasMedia ||= MEDIA.has(name);
  }

  /** @param url The URL of the page. */
  result(url: string): PageElements {
    for (const { text, isAttribute, isPart } of this.#styles) {
      for (const { kind, url: named } of styleAssets(text, isAttribute)) this.#asset(kind, named, isPart);
    }
    const parts = this.#found.filter(({ isPart }) => isPart());
    const base = parts.find((part) => part.base !== undefined)?.base;
    return {
      meta: parts.flatMap(({ meta }) => meta ?? []),
      links: parts.flatMap(({ link }) => (link === undefined ? [] : [resolved(link, base, url)])),
      assets: parts.flatMap(({ asset }) => (asset === undefined ? [] : absolute(asset, base, url))),
      hasMoreAssets: this.#assets > MOST_ELEMENTS,
      title: this.#titles
        .find(({ isPart }) => isPart())
        ?.text.trim()
        .replace(/\s+/g, ' '),
      charset: this.#charset,
      textCharacters: this.#textCharacters,
      hasMedia: this.#hasMedia,
      hasPasswordField: this.#hasPasswordField,
      unread: this.unread,
    };
  }

  #meta(attribute: AttributeOf, isPart: () => boolean): void {
    const label = attribute('charset') ?? httpEquivCharset(attribute);
    if (decoderFor(label) !== undefined) this.#charset ??= label;
    const name = attribute('name')?.trim();
    const content = attribute('content');
    if (name === undefined || content === undefined || !this.#isWanted(name.toLowerCase())) return;
    if (content.length > MOST_CHARACTERS) {
      this.unread ??= `It has a meta element with more than ${MOST_CHARACTERS} characters, which was not read`;
    } else if (++this.#metas > MOST_ELEMENTS) {
      this.unread ??= `Only its first ${MOST_ELEMENTS} meta elements for crawlers were read`;
    } else this.#found.push({ meta: { name, content: content.trim() }, isPart });
  }

  #link(attribute: AttributeOf, isPart: () => boolean, isLoaded: () => boolean): void {
    const rel = attribute('rel') ?? '';
    const href = attribute('href')?.trim();
    const isStyle = /(?:^|\s)stylesheet(?:\s|$)/i.test(rel) && !/(?:^|\s)alternate(?:\s|$)/i.test(rel);
    if (isStyle) this.#asset('style sheet', href, isLoaded);
    else if (/^font$/i.test(attribute('as') ?? '')) this.#asset('font', href, isLoaded);
    if (href === undefined || !/license|client-ranges/i.test(rel) || href.length > MOST_CHARACTERS) return;
    this.#keepLink({ rel, type: attribute('type') ?? '', href }, isPart);
  }

  /** Records that a `script` element contains a license (RSL 1.0), as a license link to the page itself. */
  #license(attribute: AttributeOf, isPart: () => boolean): void {
    const type = attribute('type') ?? '';
    if (/^\s{0,16}application\/rsl\+xml\b/i.test(type))
      this.#keepLink({ rel: 'license', type, href: '' }, isPart);
  }

  #asset(kind: PageAsset['kind'], url: string | undefined, isPart: () => boolean): void {
    if (url === undefined || url.length > MOST_CHARACTERS || ++this.#assets > MOST_ELEMENTS) return;
    this.#found.push({ asset: { kind, url }, isPart });
  }

  #keepLink(link: PageLink, isPart: () => boolean): void {
    if (++this.#links <= MOST_ELEMENTS) this.#found.push({ link, isPart });
  }

  #base(attribute: AttributeOf, isPart: () => boolean): void {
    const href = attribute('href');
    const isFirst = this.#found.every(({ base }) => base === undefined);
    if (href !== undefined && href.length <= MOST_CHARACTERS && isFirst)
      this.#found.push({ base: href, isPart });
  }
}

/** Resolves a link by the page's base (HTML §4.2.3). A license in the page is at the page's own URL. */
function resolved(link: PageLink, base: string | undefined, url: string): PageLink {
  if (base === undefined || !URL.canParse(base, url)) return link;
  if (link.href === '') return { ...link, href: url };
  const { href, protocol } = new URL(base, url);
  const isUsable = protocol !== 'data:' && protocol !== 'javascript:' && URL.canParse(link.href, href);
  return isUsable ? { ...link, href: new URL(link.href, href).href } : link;
}

function absolute({ kind, url: href }: PageAsset, base: string | undefined, url: string): PageAsset[] {
  const root = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;
  return URL.canParse(href, root) ? [{ kind, url: new URL(href, root).href }] : [];
}

/** The URLs of a `srcset` (HTML §4.8.4.2.2): each ends at white space, or at a comma before white space. */
function candidates(srcset = ''): string[] {
  const found: string[] = [];
  const next = /[^\s,]\S*/g;
  for (let match = next.exec(srcset); match !== null; match = next.exec(srcset)) {
    let end = next.lastIndex;
    while (srcset[end - 1] === ',') end--;
    found.push(srcset.slice(match.index, end));
    // After white space come descriptors, up to a comma.
    const comma = end < next.lastIndex ? end : srcset.indexOf(',', end);
    if (comma < 0) break;
    next.lastIndex = comma;
  }
  return found;
}

function httpEquivCharset(attribute: AttributeOf): string | undefined {
  if (!/^content-type$/i.test(attribute('http-equiv') ?? '')) return undefined;
  return /charset\s{0,16}=\s{0,16}["']?([^"';\s]{1,40})/i.exec(attribute('content') ?? '')?.[1];
}

function countText(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x20 && code !== 0xa0) count++;
  }
  return count;
}
