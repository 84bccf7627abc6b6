/** Parses the text in the ask bar. */

export type AskedUrl =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'problem'; readonly text: string };

const HINT = 'Type a path such as /blog/, or a URL such as https://example.com/blog/';
const MAX_URL_LENGTH = 8192;
/** Matches file names that look like hosts. */
const FILE_NAME =
  /^[^/?#]+\.(?:html?|php|aspx?|txt|xml|pdf|js|css|json|csv|png|jpe?g|gif|svg|webp|ico)(?:[/?#]|$)/i;

/**
 * Parses the text. A path refers to the draft. Any text that can be a site is treated as a site, with https by default.
 */
export function readAskedUrl(text: string): AskedUrl {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'problem', text: HINT };
  if (trimmed.length > MAX_URL_LENGTH)
    return {
      kind: 'problem',
      text: `A URL may have at most ${MAX_URL_LENGTH.toLocaleString('en')} characters`,
    };
  if (trimmed.startsWith('/')) return { kind: 'path', path: trimmed };
  if (
    !/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) &&
    !looksLikeHost(trimmed) &&
    !/^[a-z][a-z0-9+.-]*:/i.test(trimmed)
  )
    return isPath(trimmed) ? { kind: 'path', path: `/${trimmed}` } : askBack(trimmed);
  const url = siteUrl(trimmed);
  return url === undefined
    ? { kind: 'problem', text: `“${shown(trimmed)}” is not the address of a site. ${HINT}` }
    : { kind: 'url', url };
}

/** The site that a text names, or what would name one. */
export function readSite(text: string): { readonly url: string } | { readonly problem: string } {
  const trimmed = text.trim();
  const asked = readAskedUrl(text);
  if (asked.kind === 'url') return { url: asked.url };
  const hint = 'Type the address of a site, such as example.com';
  if (trimmed === '') return { problem: hint };
  if (/\s/.test(trimmed)) return { problem: `“${shown(trimmed)}” has a space in it. ${hint}` };
  return { problem: `“${shown(trimmed)}” is not the address of a site. ${hint}` };
}

/**
 * A line of a list as the ask bar reads it: text that can be a site gets a scheme, and a site its normal form. Any other
 * text stays as it is, so that its row can be marked.
 */
export function listedUrl(text: string): string {
  return WEB_SITE.test(text) || looksLikeHost(text) ? (siteUrl(text) ?? text) : text;
}

/** A site without a path. */
const WEB_SITE = /^https?:\/\/[^\s/?#\\]+\/?$/i;

/** Whether a text without a first slash is a path: it names a file or a folder. */
function isPath(text: string): boolean {
  return !/\s/.test(text) && (text.includes('/') || FILE_NAME.test(text) || /[?*]/.test(text));
}

function askBack(text: string): AskedUrl {
  const what = /\s/.test(text) ? 'has a space in it' : 'may be a path or a site';
  return { kind: 'problem', text: `“${shown(text)}” ${what}. ${HINT}` };
}

function looksLikeHost(text: string): boolean {
  const [host = ''] = text.split(/[/?#]/, 1);
  return !FILE_NAME.test(text) && /^(?:localhost|\[[\da-f:.]+\]|[^\s:]+\.[^\s:.]+)(?::\d+)?$/i.test(host);
}

function shown(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/**
 * The URL for the text that a user typed for a site. A text without a scheme gets https, or http if the host or port
 * suggests a development server. A site without a path is its start page, in the normal form that browsers show.
 */
export function siteUrl(text: string): string | undefined {
  const trimmed = text.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `${schemeFor(trimmed)}://${trimmed}`;
  if (trimmed === '' || !URL.canParse(url)) return undefined;
  const { protocol, username, href } = new URL(url);
  // In a text without a scheme, an @ indicates an e-mail address, possibly with "mailto:", rather than a site.
  const isAddress = url !== trimmed && username !== '';
  if (isAddress || !/^(?:https?|ftp|gemini):$/.test(protocol)) return undefined;
  return WEB_SITE.test(url) ? href : url;
}

/** `http` for a loopback address or a port other than 443; otherwise `https`. */
function schemeFor(place: string): 'http' | 'https' {
  const url = `https://${place}`;
  if (!URL.canParse(url)) return 'https';
  const { hostname, port } = new URL(url);
  const isLoopback = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
  return isLoopback || port !== '' ? 'http' : 'https';
}
