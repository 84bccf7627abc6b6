/** Derives each hop of a fetch from the previous redirect, as the Fetch standard specifies. */
import { locationText } from '../transport/response-head.ts';

export interface Hop {
  readonly url: string;
  readonly init: RequestInit;
}

export interface ReadCall {
  readonly first: Hop;
  readonly redirect: 'follow' | 'error' | 'manual';
  readonly signal: AbortSignal | undefined;
}

/** @throws {TypeError} If the URL is invalid, as in `fetch`. */
export async function readRequest(input: string | URL | Request, init: RequestInit = {}): Promise<ReadCall> {
  const isRequest = typeof input === 'object' && 'url' in input;
  const merged = isRequest ? { ...(await initOf(input, init)), ...definedOf(init) } : { ...init };
  const { redirect = 'follow', signal, ...others } = merged;
  const url = new URL(isRequest ? input.url : input);
  url.hash = '';
  const first = { url: url.href, init: { ...others, ...(signal && { signal }) } };
  return { first, redirect, signal: signal ?? undefined };
}

/** The contents of a Request. Its body is read in full, so that it can be sent again after a redirect. */
async function initOf(request: Request, { body }: RequestInit): Promise<RequestInit> {
  const { method, headers, redirect, signal } = request;
  const sent = body === undefined && request.body !== null ? { body: await request.arrayBuffer() } : {};
  return { method, headers, redirect, signal, ...sent };
}

function definedOf(init: RequestInit): RequestInit {
  return Object.fromEntries(Object.entries(init).filter(([, value]) => value !== undefined));
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Fields that describe a body, which are removed if a redirect drops the body. */
const OF_BODY = [
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
  'content-length',
];
/** Fields that are sent only to the first origin. */
const SECRETS = ['authorization', 'proxy-authorization', 'cookie', 'host'];

/**
 * The hop that a response redirects to; `undefined` if it does not redirect.
 *
 * @throws {TypeError} If `fetch` would not follow the redirect.
 */
export function nextHop({ url, init }: Hop, response: Response): Hop | undefined {
  const location = response.headers.get('location');
  if (!REDIRECTS.has(response.status) || location === null) return undefined;
  const target = targetOf(locationText(location), url);
  const { method = 'GET', body } = init;
  const headers = new Headers(init.headers);
  if (target.origin !== new URL(url).origin) for (const name of SECRETS) headers.delete(name);
  if (!becomesGet(response.status, method)) {
    if (isReadOnce(body)) throw new TypeError(`Cannot send the body of ${url} again: it is a stream`);
    return { url: target.href, init: { ...init, headers } };
  }
  for (const name of OF_BODY) headers.delete(name);
  const { body: _, ...rest } = init;
  return { url: target.href, init: { ...rest, method: 'GET', headers } };
}

/** Whether the body can be read only once: a stream, or an async iterable, which Node also accepts. */
function isReadOnce(body: RequestInit['body']): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    (body instanceof ReadableStream || Symbol.asyncIterator in body)
  );
}

function targetOf(location: string, base: string): URL {
  let target: URL;
  try {
    target = new URL(location, base);
  } catch {
    throw new TypeError(`Cannot follow the redirect of ${base}: its Location is not a URL`);
  }
  if (!/^https?:$/.test(target.protocol)) {
    throw new TypeError(`Cannot follow the redirect of ${base}: it leads to "${target.protocol}"`);
  }
  if (target.username !== '' || target.password !== '') {
    throw new TypeError(`Cannot follow the redirect of ${base}: its Location contains credentials`);
  }
  target.hash = '';
  return target;
}

function becomesGet(status: number, method: string): boolean {
  const isPost = method.toUpperCase() === 'POST';
  return status === 303 ? !/^(?:GET|HEAD)$/i.test(method) : isPost && (status === 301 || status === 302);
}
