/**
 * Reads the parts of an HTML page that concern crawlers: its meta and link elements, and the amount of text. The reader
 * recognizes tags in the same way as the HTML tokenizer (WHATWG §13.2.5), builds no tree, and reads the text in one
 * pass.
 *
 * ```
 *     <p>Text<!-- <meta …> --><script>"<meta …>"</script><META name='robots' content=noindex>
 *        ^   ^                ^                          ^
 *        |   |                |                          attributes in any order, quoting and letter case
 *        |   |                raw text, up to its end tag
 *        |   comment, up to "-->"
 *        counted
 * ```
 */
import type { MetaRobots, PageLink } from 'robots-exclusion/usage';

/** The result of reading a page. */
export interface PageFacts {
  readonly meta: readonly MetaRobots[];
  readonly links: readonly PageLink[];
  /** The number of text characters, without white space, scripts, styles and the title. */
  readonly textCharacters: number;
  /** Whether the page has an image, a video, a frame, a script, or another element that is visible without text. */
  readonly hasMedia: boolean;
}

/** Limit on the elements stored per kind; a typical page has only a few. */
const MOST_ELEMENTS = 100;
/** Limit on the characters of an attribute; a longer one is dropped. */
const MOST_CHARACTERS = 4096;

/** The attributes that are read. */
const READ = new Set(['name', 'content', 'rel', 'type', 'href']);
/** Elements whose content is not markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const MEDIA = new Set([
  ...['img', 'picture', 'video', 'audio', 'svg', 'canvas', 'iframe', 'object', 'embed', 'frame', 'script'],
]);

/** A tag: the text between `<` and `>`. */
interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly isSelfClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** The offset after the `>`. */
  readonly end: number;
}

/**
 * Reads a page.
 *
 * @param isWanted Whether to keep meta elements with this name, which is in lower case.
 * @param isXml Whether the page is XHTML, in which `<script/>` has no content.
 */
export function readHtml(
  html: string,
  isWanted: (name: string) => boolean,
  isXml: boolean = false,
): PageFacts {
  const meta: MetaRobots[] = [];
  const links: PageLink[] = [];
  let textCharacters = 0;
  let hasMedia = false;
  let templates = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const textEnd = open < 0 ? html.length : open;
    if (templates === 0) textCharacters += countText(html, at, textEnd);
    if (open < 0) break;
    if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) {
      if (templates === 0) textCharacters++;
      at = open + 1;
      continue;
    }
    const tag = readTag(html, open);
    if (tag === undefined) {
      at = markupEnd(html, open);
      continue;
    }
    const { name, attributes } = tag;
    at = tag.end;
    if (name === 'template') templates = Math.max(0, templates + (tag.isEnd ? -1 : 1));
    if (tag.isEnd || templates > 0) continue;
    hasMedia ||= MEDIA.has(name);
    if (name === 'meta') keepMeta(meta, attributes, isWanted);
    if (name === 'link') keepLink(links, attributes);
    if (name === 'script') keepOwnLicense(links, attributes);
    if (name === 'plaintext') break;
    if (RAW.has(name) && !(isXml && tag.isSelfClosing)) at = rawEnd(html, at, name);
  }
  return { meta, links, textCharacters, hasMedia };
}

function keepMeta(
  kept: MetaRobots[],
  attributes: ReadonlyMap<string, string>,
  isWanted: (name: string) => boolean,
): void {
  const name = attributes.get('name')?.trim();
  const content = attributes.get('content');
  if (name === undefined || content === undefined || kept.length >= MOST_ELEMENTS) return;
  if (isWanted(name.toLowerCase())) kept.push({ name, content: content.trim() });
}

function keepLink(kept: PageLink[], attributes: ReadonlyMap<string, string>): void {
  const rel = attributes.get('rel') ?? '';
  const href = attributes.get('href')?.trim();
  if (href === undefined || !/license/i.test(rel) || kept.length >= MOST_ELEMENTS) return;
  kept.push({ rel, type: attributes.get('type') ?? '', href });
}

/** Records that a `script` element contains a license (RSL 1.0), as a license link to the page itself. */
function keepOwnLicense(kept: PageLink[], attributes: ReadonlyMap<string, string>): void {
  const type = attributes.get('type') ?? '';
  if (!/^\s{0,16}application\/rsl\+xml\b/i.test(type) || kept.length >= MOST_ELEMENTS) return;
  kept.push({ rel: 'license', type, href: '' });
}

function countText(html: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = html.charCodeAt(at);
    if (code > 0x20 && code !== 0xa0) count++;
  }
  return count;
}

/**
 * Reads a start tag or an end tag at `<`. Returns `undefined` for comments and similar markup, and unterminated tags.
 */
function readTag(html: string, open: number): Tag | undefined {
  const isEnd = html[open + 1] === '/';
  const nameStart = open + (isEnd ? 2 : 1);
  if (!/[a-z]/i.test(html[nameStart] ?? '')) return undefined;
  const nameEnd = skipTo(html, nameStart, NAME_ENDS);
  const attributes = new Map<string, string>();
  let at = nameEnd;
  for (;;) {
    at = skipWhile(html, at, BETWEEN_ATTRIBUTES);
    if (at >= html.length) return undefined;
    if (html[at] === '>') break;
    // A "=" at this position begins a name.
    const keyEnd = skipTo(html, at + 1, KEY_ENDS);
    const key = html.slice(at, Math.min(keyEnd, at + 64)).toLowerCase();
    const value = readValue(html, keyEnd);
    if (value === undefined) return undefined;
    if (READ.has(key) && !attributes.has(key) && value.text.length <= MOST_CHARACTERS) {
      attributes.set(key, withoutReferences(value.text));
    }
    at = value.end;
  }
  const name = html.slice(nameStart, Math.min(nameEnd, nameStart + 64)).toLowerCase();
  return { name, isEnd, isSelfClosing: html[at - 1] === '/', attributes, end: at + 1 };
}

/** Reads the value after an attribute's name; `undefined` if a quotation mark is not closed. */
function readValue(html: string, from: number): { text: string; end: number } | undefined {
  const equals = skipWhile(html, from, BLANKS);
  if (html[equals] !== '=') return { text: '', end: from };
  const start = skipWhile(html, equals + 1, BLANKS);
  const quote = html[start];
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, start + 1);
    return end < 0 ? undefined : { text: html.slice(start + 1, end), end: end + 1 };
  }
  const end = skipTo(html, start, UNQUOTED_ENDS);
  return { text: html.slice(start, end), end };
}

const BLANKS = '\t\n\f\r ';
const BETWEEN_ATTRIBUTES = `${BLANKS}/`;
const NAME_ENDS = `${BLANKS}/>`;
const KEY_ENDS = `${BLANKS}/>=`;
const UNQUOTED_ENDS = `${BLANKS}>`;

function skipTo(html: string, from: number, ends: string): number {
  let at = from;
  while (at < html.length && !ends.includes(html[at] as string)) at++;
  return at;
}

function skipWhile(html: string, from: number, members: string): number {
  let at = from;
  while (at < html.length && members.includes(html[at] as string)) at++;
  return at;
}

/**
 * The offset after a comment, a declaration or an instruction. If this markup or a tag is not terminated, the end of
 * the text.
 */
function markupEnd(html: string, open: number): number {
  const isComment = html.startsWith('<!--', open);
  const isTag = !isComment && /^<\/?[a-z]/i.test(html.slice(open, open + 3));
  if (isTag) return html.length;
  // "<!-->" is a complete comment.
  const found = isComment ? endOf(/--!?>/g, html, open + 2) : endOf(/>/g, html, open + 1);
  return found ?? html.length;
}

/** The end of raw text: the start of its end tag, or the end of the text. */
function rawEnd(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function endOf(pattern: RegExp, html: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(html) ? pattern.lastIndex : undefined;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ...[['amp', '&'] as const, ['lt', '<'] as const, ['gt', '>'] as const, ['quot', '"'] as const],
  ...[['apos', "'"] as const, ['nbsp', ' '] as const, ['comma', ','] as const, ['colon', ':'] as const],
]);

/**
 * Decodes the character references (WHATWG §13.2.5.72) that may occur in a value for crawlers: the numeric
 * references, and the named references for characters that such values use.
 */
function withoutReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));?/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
