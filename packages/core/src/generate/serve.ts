/**
 * Responds to requests for `/robots.txt` with the headers that crawlers need: `text/plain` in UTF-8, a lifetime and an
 * ETag. Responds with status 304 if nothing changed (RFC 9309 §2.3, RFC 9110 §13). The code is independent of hosts:
 * requests and responses are plain data, which the adapters convert for frameworks.
 */
import { partsOf, type ServeOptions, servedFiles } from './served-files.ts';

/** The request. */
export interface RobotsRequest {
  readonly method: string;
  /** The absolute URL. */
  readonly url: string;
  /** The value of the request's `If-None-Match`, if any. */
  readonly ifNoneMatch?: string | undefined;
}

/** The response. Its header names are in lower case. */
export interface RobotsResponse {
  readonly status: 200 | 304 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns a function that returns the response to a request for `/robots.txt`, and `undefined` for any other path.
 *
 * @example
 * ```ts
 * const serve = robotsHandler({ environment: 'production', config: 'User-agent: *\nDisallow: /cart\n' });
 * serve({ method: 'GET', url: 'https://example.com/robots.txt' })?.status; // 200
 * serve({ method: 'GET', url: 'https://example.com/about' }); // undefined
 * ```
 */
export function robotsHandler(options: ServeOptions): (request: RobotsRequest) => RobotsResponse | undefined {
  const fileOf = servedFiles(options);
  return ({ method, url, ifNoneMatch }) => {
    const { host, path } = partsOf(url);
    if (path !== '/robots.txt') return undefined;
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
    const { body, etag } = fileOf(host);
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

/**
 * Whether the field matches the tag: the field is `*`, or one of the tags in its list is equal under weak comparison
 * (RFC 9110 §13.1.2).
 */
function matchesTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
