/** Finds the product tokens in a crawler's User-Agent header (RFC 9309 §2.2.1, RFC 9110 §10.1.5). */
import { quote } from '../bytes/quote.ts';

/**
 * The product tokens that name the crawler in a full User-Agent header, most significant first.
 *
 * A header that imitates a browser (`Mozilla/5.0 …`) names its crawler among the items of a comment or after the
 * browser's own products, which are skipped. In any other header, the first product is the crawler. The result is empty
 * if the header names no crawler.
 *
 * @throws {TypeError} If `userAgentHeader` is not a string.
 * @example
 * ```ts
 * productTokens('Mozilla/5.0 (compatible; FooBot/1.0; +https://example.com/bot)'); // ['FooBot']
 * productTokens('FooBot/1.0 libwww/2.17'); // ['FooBot']
 * ```
 */
export function productTokens(userAgentHeader: string): string[] {
  if (typeof userAgentHeader !== 'string') {
    throw new TypeError(
      `Cannot read product tokens of ${quote(userAgentHeader)}: expected a User-Agent header`,
    );
  }
  const { outside, comments } = partsOf(userAgentHeader);
  const products = outside.split(WHITE_SPACE).map(nameOf).filter(isToken);
  if (products[0]?.toLowerCase() !== 'mozilla') return products.slice(0, 1);
  const named = [...comments.flatMap(crawlersInComment), ...products];
  return [...new Set(named.filter((token) => !BROWSER_PRODUCTS.has(token.toLowerCase())))];
}

const WHITE_SPACE = /[ \t]+/;

/** Products and words that browsers send. None of them names a crawler. */
const BROWSER_PRODUCTS: ReadonlySet<string> = new Set(
  (
    'mozilla applewebkit khtml gecko chrome chromium headlesschrome crios safari version mobile tablet firefox fxios ' +
    'edge edg edga edgios opera opr presto trident msie ubuntu fedora epiphany samsungbrowser vivaldi yabrowser ' +
    'seamonkey netscape like compatible windows macintosh linux android iphone ipad x11'
  ).split(' '),
);

/**
 * Splits a header into its text and its comments. A nested comment stays part of the outer comment (RFC 9110 §5.6.5).
 */
function partsOf(header: string): { outside: string; comments: string[] } {
  let outside = '';
  let comment = '';
  let depth = 0;
  const comments: string[] = [];
  for (const character of header) {
    if (character === '(' && depth++ === 0) continue;
    if (character === ')' && depth > 0 && --depth === 0) {
      comments.push(comment);
      comment = '';
      outside += ' ';
    } else if (depth > 0) comment += character;
    else outside += character;
  }
  if (depth > 0) comments.push(comment);
  return { outside, comments };
}

/**
 * The crawlers in a comment such as `compatible; FooBot/1.0; +https://…`: items that begin with a product and its
 * version, and the item after `compatible`, which may lack a version (`compatible; Yahoo! Slurp`).
 */
function crawlersInComment(comment: string): string[] {
  const items = comment.split(/[;,]/).map((item) => item.trim());
  return items.flatMap((item, index) => {
    const isNamed = VERSIONED.test(item) || items[index - 1]?.toLowerCase() === 'compatible';
    if (!isNamed || item.includes('://')) return [];
    return item.split(WHITE_SPACE).map(nameOf).filter(isToken).slice(0, 1);
  });
}

const VERSIONED = /^[^\s/]+\/[0-9]/;

function nameOf(product: string): string {
  return product.split('/', 1)[0] as string;
}

/**
 * Whether the name has only letters, digits, `-`, `_` and dots: the RFC's alphabet, and the other characters that real
 * crawlers use.
 */
function isToken(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name);
}
