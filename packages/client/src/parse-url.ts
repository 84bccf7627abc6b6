/**
 * Parses URLs from user input without `URL.canParse`, which has a bug on Node 20.
 *
 * @module
 */

/**
 * Parses a URL, relative to `base` if given; undefined if the text is not a URL. Does not use `URL.canParse`, because
 * Node 20, once it has optimized a caller, rejects hosts with Latin-1 characters beyond ASCII.
 *
 * @example
 * ```ts
 * import { parseUrl } from '@robots-exclusion/client/url';
 *
 * parseUrl('https://münchen.example/')?.hostname; // 'xn--mnchen-3ya.example'
 * parseUrl('example.com'); // undefined
 * ```
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
