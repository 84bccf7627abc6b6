/** Colly, a Go crawler framework. It reads files as temoto does, but parses and rewrites the URL first. */
import type { TargetReading } from './engine/own-way.ts';
import { LETTERS_AND_DIGITS, of } from './engine/sets.ts';
import { type Imitation, imitation } from './imitation.ts';
import { temoto } from './temoto.ts';
import { readGoUrl } from './urls/go-url.ts';
import { decodeEscapes, encodeOctets } from './urls/percent.ts';
import { onHost } from './urls/target.ts';

export const colly: Imitation = imitation('colly', {
  ...temoto.facts,
  targets: {
    domain: 'url',
    read: {
      run: readTarget,
      inWords:
        'URLs are parsed anew: the query is sorted and escaped again, and pairs that Go cannot parse are lost.',
    },
  },
});

function readTarget(url: string): TargetReading {
  const href = hrefOf(onHost(url));
  if (href === undefined) return { error: 'the URL does not parse' };
  if (hasBadHost(url, href)) return { error: 'Go refuses the host' };
  const [, origin = '', path = '', query = '', fragment = ''] = PARTS.exec(href) ?? [];
  const reading = readGoUrl(origin + escapeStray(path) + fragment);
  if (!('path' in reading)) return reading;
  // Colly does not replace an empty path with `/`.
  const readPath = path === '' ? '' : reading.path;
  return { path: query.length > 1 ? `${readPath}?${writtenAnew(query.slice(1))}` : readPath };
}

const PARTS = /^([^:]*:(?:\/\/[^/?#]*)?)([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/;

/**
 * Whether Colly cannot request robots.txt from a host that the URL Standard accepts. Colly's own parser accepts
 * only letters, digits, hyphens, dots and non-ASCII characters. For other schemes, Go decodes the host once and parses
 * it again.
 */
function hasBadHost(url: string, href: string): boolean {
  const { hostname } = new URL(href);
  if (SPECIAL.test(href)) return NOT_ASCII.test(hostIn(url)) && /[^a-z0-9.-]/.test(hostname);
  return /%(?!25|[89a-f][0-9a-f])/i.test(hostname.replaceAll('%25', '%'));
}

const SPECIAL = /^(?:https?|ftp|file|wss?):/;
const NOT_ASCII = /[^\0-\x7f]|%[89a-f][0-9a-f]/i;

/** The host as written, without user and password. Skips leading slashes, as the URL Standard does. */
function hostIn(url: string): string {
  const authority = /^[^:]*:[\\/]*([^\\/?#]*)/.exec(url.replace(/[\t\n\r]/g, ''))?.[1] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** The URL as the URL Standard parses it, except that any number of brackets may surround an IPv6 address. */
function hrefOf(url: string): string | undefined {
  try {
    const { href, pathname } = new URL(url.replace(/[\t\n\r]/g, '').replace(BRACKETS, '$1[$2]'));
    // Node.js 20 loses the path of “x:/..”.
    return pathname === '' && ROOTED.test(url) ? href.replace(/(?=[?#]|$)/, '/') : href;
  } catch {
    return undefined;
  }
}

const BRACKETS =
  /^(\s*(?:(?:https?|ftp|wss?):[\\/]*|file:[\\/]{2}|[^:/?#]*:\/\/)(?:[^\\/?#]*@)?)\[+([^[\]]*)\]+(?=[:\\/?#]|$)/i;
const ROOTED = /^[^:]*:\/(?:\/[^/?#]*\/|(?!\/))/;

/** In a path, escapes each `%` that does not begin an escape. */
function escapeStray(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25');
}

/**
 * Sorts a query by name, and by value within each name. Drops empty pairs, and pairs with a `;` or with a `%` that
 * begins no escape.
 */
function writtenAnew(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '' && !LOST.test(pair))
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return { name: decode(name), value: decode(value) };
    });
  pairs.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return pairs.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
}

const LOST = /;|%(?![0-9A-Fa-f]{2})/;

function decode(text: string): string {
  return decodeEscapes(text.replaceAll('+', ' '));
}

function encode(binary: string): string {
  return encodeOctets(binary, KEPT).replaceAll('%20', '+');
}

const KEPT = of(`${LETTERS_AND_DIGITS}-_.~`);
