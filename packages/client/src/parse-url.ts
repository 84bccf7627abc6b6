/**
 * Reading a URL that somebody typed. One place, because of what `URL.canParse` does on Node 20.
 *
 * @module
 */

/**
 * The URL that a text is, or undefined. Not asked with `URL.canParse(text)`: once Node 20 has optimized its caller, it
 * refuses text that is Latin-1 beyond ASCII.
 *
 * @example
 * ```ts
 * import { parseUrl } from '@robots-exclusion/client/url';
 *
 * parseUrl('https://example.com/café')?.pathname; // '/caf%C3%A9'
 * parseUrl('example.com'); // undefined
 * ```
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
