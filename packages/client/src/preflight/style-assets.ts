/** Finds the files that a style sheet names with `url()`, `image-set()` and `@import`, by the tokens of CSS Syntax Level 3 §4. Pure. */

/** A file that a page loads. */
export interface PageAsset {
  readonly kind: 'script' | 'style sheet' | 'image' | 'font';
  readonly url: string;
}

const TOKEN =
  /\/\*.*?(?:\*\/|$)|"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|@([-\w]+)|(?:[-\w\u0080-\uffff]|\\.)*\(|(?:[-\w\u0080-\uffff]|\\.)+|[{};)]/gs;

/** What follows `url(`: the begin of a string, or everything up to the end of the token. */
const VALUE = /\s*(?:["']|((?:[^)\\]|\\.)*)\)?)/sy;

/** The functions in which a string is a reference. */
const NAMES_FILES = /^(?:url|(?:-webkit-)?image-set)\($/i;

/** White space, quotes and parentheses within a token that is not a string make it invalid (§4.3.6). */
const VALID = /^(?:\\.|[^\s"'(\\])+\s*$/s;

/**
 * The references of a style sheet as written, in order. An `@import` counts only before the first rule. A reference to
 * a part of the page itself, as `url(#shape)`, names no file.
 *
 * @param isAttribute Whether the text is the value of a `style` attribute, which holds declarations only.
 * @example
 * ```ts
 * import { styleAssets } from '@robots-exclusion/client/preflight';
 *
 * [...styleAssets('@font-face { src: url(a.woff2) }')]; // [{ kind: 'font', url: 'a.woff2' }]
 * ```
 */
export function* styleAssets(css: string, isAttribute = false): Generator<PageAsset> {
  /** The at-rule around, without its `@`. */
  let rule = '';
  let hasRule = isAttribute;
  let functions: string[] = [];
  // Not shared, because the caller may stop between two references.
  const tokens = new RegExp(TOKEN);
  for (let token = tokens.exec(css); token !== null; token = tokens.exec(css)) {
    const [text, double, single = double, keyword] = token;
    const isImport = rule === 'import' && !hasRule;
    let found: string | undefined;
    if (keyword !== undefined) rule = keyword.toLowerCase();
    else if (text === '{' || text === '}' || text === ';') {
      functions = [];
      if (text === '{') hasRule = true;
      else if (text === '}' || rule !== 'font-face') rule = '';
    } else if (single !== undefined) {
      if (isImport || NAMES_FILES.test(functions.at(-1) ?? '')) found = single;
    } else if (text === ')') functions.pop();
    else if (text.endsWith('(')) {
      VALUE.lastIndex = tokens.lastIndex;
      const value = /^url\($/i.test(text) ? VALUE.exec(css)?.[1] : undefined;
      if (value === undefined) functions.push(text);
      else tokens.lastIndex = VALUE.lastIndex;
      if (VALID.test(value ?? '')) found = value?.trim();
    }
    if (found === undefined || found === '' || found[0] === '#' || (rule === 'import' && !isImport)) continue;
    if (rule !== 'namespace') yield { kind: kindIn(rule), url: unescaped(found) };
    if (isImport) rule = '';
  }
}

function kindIn(rule: string): PageAsset['kind'] {
  if (rule === 'import') return 'style sheet';
  return rule === 'font-face' ? 'font' : 'image';
}

function unescaped(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|(.))/gis, (_, hex?: string, other = '') => {
    const point = Number.parseInt(hex ?? '', 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : other;
  });
}
