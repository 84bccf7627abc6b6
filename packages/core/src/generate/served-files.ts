/** The robots.txt files of a site, one for each host. Each file is generated once. */
import type { RobotsConfig } from './config.ts';
import { generate } from './generate.ts';
import { closeToEverybody } from './presets.ts';

/** The file to serve on each host. */
export interface ServeOptions {
  /**
   * The file for every host, or a function from a host (`example.com`, with the port if it is not the default) to its
   * file.
   */
  readonly config: RobotsConfig | string | ((host: string) => RobotsConfig | string);
  /**
   * `production` serves the file. Any other value serves a file that disallows everything for every crawler, so that a
   * staging site is never indexed by mistake.
   */
  readonly environment: string;
  /**
   * The lifetime in seconds (`Cache-Control: max-age`). Crawlers cache a file for at most 24 hours, even if the
   * lifetime is longer.
   *
   * @default {3600}
   */
  readonly maxAgeSeconds?: number;
}

export interface ServedFile {
  readonly body: string;
  readonly etag: string;
}

/** The maximum number of cached files. A limit is needed because the host comes from the request. */
const MOST_FILES = 100;

/** Returns a function from a host, in lower case, to its file. */
export function servedFiles({ config, environment }: ServeOptions): (host: string) => ServedFile {
  const files = new Map<string, ServedFile>();
  const isByHost = typeof config === 'function';
  return (host) => {
    const key = isByHost ? host : '';
    const kept = files.get(key);
    if (kept) return kept;
    const wanted = environment === 'production' ? (isByHost ? config(host) : config) : CLOSED;
    const body = typeof wanted === 'string' ? wanted : generate(wanted);
    const file = { body, etag: `"${digest(body)}"` };
    if (files.size < MOST_FILES) files.set(key, file);
    return file;
  };
}

const CLOSED: RobotsConfig = {
  comment: 'This is not the production site: do not crawl it.',
  groups: [closeToEverybody],
};

/**
 * The parts of an absolute URL: the host in lower case (with a port if given), the path, and the path with its query.
 */
export function partsOf(url: string): { host: string; path: string; target: string } {
  const [, host = '', path = '', query = ''] =
    /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)([^#]*)/i.exec(url) ?? [];
  return { host: host.toLowerCase(), path, target: `${path === '' ? '/' : path}${query}` };
}

/** Two 32-bit FNV-1a hashes over UTF-16 units. They distinguish versions of a file and are not a security measure. */
function digest(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ (text.charCodeAt(at) + at), 0x01000193);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
