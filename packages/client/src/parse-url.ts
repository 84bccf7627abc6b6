/**
 * Reading a URL that somebody typed. One place, because of what `URL.canParse` does on Node 20.
 *
 * @module
 */

/**
 * The URL that a text is, relative to `base` if there is one, or undefined. Not asked with `URL.canParse`: once Node 20 has
 * optimized its caller, it refuses a host that is Latin-1 beyond ASCII.
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
