/**
 * Answers requests for `/robots.txt` with the headers that crawlers want: `text/plain` in UTF-8, a lifetime, an ETag
 * and 304 for what is unchanged (RFC 9309 §2.3, RFC 9110 §13). Needs nothing of a host: the request and the answer
 * are plain data, and the adapters fit them to frameworks.
 */
import type { RobotsConfig } from './config.ts';
import { generate } from './generate.ts';
import { closeToEverybody } from './presets.ts';

/** What is asked. */
export interface RobotsRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** The request's `If-None-Match`, where it has one. */
  readonly ifNoneMatch?: string | undefined;
}

/** What is answered. Header names are in lower case. */
export interface RobotsResponse {
  readonly status: 200 | 304 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Which file is served where. */
export interface ServeOptions {
  /** The file of a host (`example.com`, port included where it is not the default), or for any host. */
  readonly config: RobotsConfig | string | ((host: string) => RobotsConfig | string);
  /**
   * `production` serves the file. Anything else serves a file that closes the site to every crawler, so that a staging
   * site is never indexed because somebody forgot.
   */
  readonly environment: string;
  /**
   * Lifetime in seconds (`Cache-Control: max-age`). Crawlers keep a file at most 24 hours in any case.
   *
   * @default {3600}
   */
  readonly maxAgeSeconds?: number;
}

/**
 * A function that answers a request for `/robots.txt`, and `undefined` for any other path.
 *
 * @example
 * ```ts
 * const serve = robotsHandler({ environment: 'production', config: 'User-agent: *\nDisallow: /cart\n' });
 * serve({ method: 'GET', url: 'https://example.com/robots.txt' })?.status; // 200
 * serve({ method: 'GET', url: 'https://example.com/about' }); // undefined
 * ```
 */
export function robotsHandler(options: ServeOptions): (request: RobotsRequest) => RobotsResponse | undefined {
  const files = new Map<string, { body: string; etag: string }>();
  return ({ method, url, ifNoneMatch }) => {
    const { host, path } = partsOf(url);
    if (path !== '/robots.txt') return undefined;
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
    const { body, etag } = fileOf(options, host, files);
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': `public, max-age=${options.maxAgeSeconds ?? 3600}`,
      etag,
      'x-content-type-options': 'nosniff',
    };
    if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag)) return { status: 304, headers, body: '' };
    return { status: 200, headers, body: method === 'HEAD' ? '' : body };
  };
}

/** Hosts come from the request, so only so many files are kept. */
const MOST_FILES = 100;

function fileOf(
  { config, environment }: ServeOptions,
  host: string,
  files: Map<string, { body: string; etag: string }>,
): { body: string; etag: string } {
  const isByHost = typeof config === 'function';
  const key = isByHost ? host : '';
  const kept = files.get(key);
  if (kept) return kept;
  const wanted = environment === 'production' ? (isByHost ? config(host) : config) : CLOSED;
  const body = typeof wanted === 'string' ? wanted : generate(wanted);
  const file = { body, etag: `"${digest(body)}"` };
  if (files.size < MOST_FILES) files.set(key, file);
  return file;
}

const CLOSED: RobotsConfig = {
  comment: 'This is not the production site: nothing here is to be crawled.',
  groups: [closeToEverybody],
};

function partsOf(url: string): { host: string; path: string } {
  const [, host = '', path = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  return { host: host.toLowerCase(), path };
}

/** RFC 9110 §13.1.2: weak comparison with each tag of the list, or `*`. */
function matchesTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** FNV-1a over UTF-16 units, twice 32 bits: tells versions of one file apart; it is no security. */
function digest(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ (text.charCodeAt(at) + at), 0x01000193);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
