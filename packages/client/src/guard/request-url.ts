/** The URL that a request of undici is for. */
import { stringify } from 'node:querystring';
import type { Dispatcher } from 'undici';

/**
 * The URL of a request, of its origin always: in `//b.example/x` and `/\b.example/x`, a path, no host begins.
 *
 * @throws {TypeError} If the request is not for its own origin, or has two queries.
 */
export function requestUrl({ origin, path, query }: Dispatcher.DispatchOptions): URL {
  const base = new URL(String(origin));
  if (query && /[?#]/.test(path)) {
    throw new TypeError('Cannot send the request: expected its query in its path or in "query", not in both');
  }
  const added = query ? stringify(query) : '';
  const target = added === '' ? path : `${path}?${added}`;
  const url = target.startsWith('/') ? new URL(base.origin + target) : new URL(target, base);
  if (url.origin !== base.origin) {
    throw new TypeError(`Cannot send the request to ${base.origin}: its path is a URL of ${url.origin}`);
  }
  return url;
}
