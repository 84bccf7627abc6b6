/**
 * Parses URLs from user input. In one place because of a fault of `URL.canParse` on Node 20.
 *
 * @module
 */

/**
 * The URL in a text, relative to `base` if given, or undefined. Does not use `URL.canParse`: once Node 20 has
 * optimized its caller, it rejects hosts with Latin-1 characters beyond ASCII.
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
