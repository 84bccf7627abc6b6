/**
 * Parses URLs from user input. Code uses this function because `URL.canParse` has a bug on Node 20.
 *
 * @module
 */

/**
 * Parses a URL, relative to `base` if given; undefined if the text is not a URL. Does not use `URL.canParse`: once
 * Node 20 has optimized a caller of it, it rejects hosts with Latin-1 characters beyond ASCII.
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
