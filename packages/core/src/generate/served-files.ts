/** The files of a site by host, each generated once. */
import type { RobotsConfig } from './config.ts';
import { generate } from './generate.ts';
import { closeToEverybody } from './presets.ts';

/** Which file is served on which host. */
export interface ServeOptions {
  /** The file of a host (`example.com`, with the port if it is not the default), or for any host. */
  readonly config: RobotsConfig | string | ((host: string) => RobotsConfig | string);
  /**
   * `production` serves the file. Any other value serves a file that disallows everything for every crawler, so a
   * staging site is never indexed by mistake.
   */
  readonly environment: string;
  /**
   * Lifetime in seconds (`Cache-Control: max-age`). Crawlers cache a file for at most 24 hours in any case.
   *
   * @default {3600}
   */
  readonly maxAgeSeconds?: number;
}

/** One file as served. */
export interface ServedFile {
  readonly body: string;
  readonly etag: string;
}

/** Limit on cached files, because the host comes from the request. */
const MOST_FILES = 100;

/** The file for a host in lower case. */
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
  comment: 'This is not the production site: nothing here is to be crawled.',
  groups: [closeToEverybody],
};

/** Host (with a port if given), path, and path with query of an absolute URL; the host in lower case. */
export function partsOf(url: string): { host: string; path: string; target: string } {
  const [, host = '', path = '', query = ''] =
    /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^?#]*)([^#]*)/i.exec(url) ?? [];
  return { host: host.toLowerCase(), path, target: `${path === '' ? '/' : path}${query}` };
}

/** FNV-1a over UTF-16 units, twice 32 bits: distinguishes versions of a file; not a security measure. */
function digest(text: string): string {
  let low = 0x811c9dc5;
  let high = 0xcbf29ce4;
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ (text.charCodeAt(at) + at), 0x01000193);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
