/** Finds the files that a style sheet names with `url()` and `@import`, by the tokens of CSS Syntax Level 3 §4. Pure. */

/** A file that a page loads. */
export interface PageAsset {
  readonly kind: 'script' | 'style sheet' | 'image' | 'font';
  readonly url: string;
}

const TOKEN =
  /\/\*.*?(?:\*\/|$)|"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|@([-\w]+)|(?:[-\w\u0080-\uffff]|\\.)+\(?|[{};]/gs;

/** What follows `url(`: the begin of a string, or everything up to the end of the token. */
const VALUE = /\s*(?:["']|((?:[^)\\]|\\.)*)\)?)/sy;

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
  let isUrl = false;
  // Not shared, because the caller may stop between two references.
  const tokens = new RegExp(TOKEN);
  for (let token = tokens.exec(css); token !== null; token = tokens.exec(css)) {
    const [text, double, single = double, keyword] = token;
    const isImport = rule === 'import' && !hasRule;
    let found: string | undefined;
    if (keyword !== undefined) rule = keyword.toLowerCase();
    else if (text === '}' || (text === ';' && rule !== 'font-face')) rule = '';
    else if (text === '{') hasRule = true;
    else if (single !== undefined && (isUrl || isImport)) found = single;
    else if (/^url\($/i.test(text)) {
      VALUE.lastIndex = tokens.lastIndex;
      const value = VALUE.exec(css)?.[1];
      isUrl = value === undefined;
      if (isUrl) continue;
      tokens.lastIndex = VALUE.lastIndex;
      if (VALID.test(value ?? '')) found = value?.trim();
    }
    if (!text.startsWith('/*')) isUrl = false;
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
