/**
 * HTTP/1.1 over TCP and TLS, one exchange per connection (undici). A robots.txt is requested about once a day per
 * origin, so a connection pool would keep sockets open for no benefit. A pooled socket may also have been opened under
 * another address policy.
 */

import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { queryOf } from '../locate.ts';
import { addressCheck } from './address-policy.ts';
import { type DialOptions, dial } from './dial.ts';
import { dialThrough, type ProxyRoute, routeOf } from './proxy.ts';
import type { ProxyFor } from './proxy-environment.ts';
import { proxyAnswer } from './proxy-marks.ts';
import type { Resolve } from './resolver.ts';
import { locationText, watchHead } from './response-head.ts';
import {
  type Transport,
  type TransportRequest,
  type TransportResponse,
  transportBody,
  transportError,
} from './transport.ts';

/** Settings of {@link createHttpTransport}. */
export interface HttpTransportOptions {
  /** Limit for DNS, TCP and TLS together. {@default 10000} */
  connectTimeoutMs?: number;
  /** Limit on the octets of the status line, header and trailer fields together. {@default 65536} */
  maxHeaderBytes?: number;
  /** Options for `tls.connect`; `ca` adds certificate authorities. */
  tls?: ConnectionOptions;
  /** {@default a resolver from `createResolver` that all clients share} */
  resolve?: Resolve;
  /** Which proxy to use: {@link proxyFromEnvironment}, or your own function. {@default none} */
  proxy?: ProxyFor;
}

type Settings = Required<Pick<HttpTransportOptions, 'connectTimeoutMs' | 'maxHeaderBytes'>> &
  HttpTransportOptions;

/** undici's error codes, with Node's codes for the same events. */
const NODE_CODES: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ECONNRESET'],
  ['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'],
]);

/**
 * Creates a transport for `http` and `https`. To close a connection, read the body to its end, stop reading it, or
 * abort the signal.
 *
 * @see RFC 9110, RFC 9112
 */
export function createHttpTransport(options: HttpTransportOptions = {}): Transport {
  const settings: Settings = { connectTimeoutMs: 10_000, maxHeaderBytes: 65_536, ...options };
  return {
    schemes: ['http', 'https'],
    enforcesAddressPolicy: true,
    send: (request) => send(request, settings),
  };
}

interface Hop {
  request: TransportRequest;
  url: URL;
  /** The proxy route; undefined for a direct connection. */
  route: ProxyRoute | undefined;
  /** Aborted whenever the exchange ends, so that no connection attempt outlives it. */
  ending: AbortController;
  /** Statuses of interim responses. */
  interim: number[];
  /** The error raised when the peer reset the connection, if it did. */
  reset?: Error;
}

async function send(request: TransportRequest, settings: Settings): Promise<TransportResponse> {
  const { signal } = request;
  signal.throwIfAborted();
  const url = new URL(request.url);
  const route = routeOf(url, settings.proxy, request.addressPolicy);
  const hop: Hop = { request, url, route, ending: new AbortController(), interim: [] };
  const client = openClient(hop, settings);
  const release = (): void => {
    signal.removeEventListener('abort', release);
    hop.ending.abort(signal.reason);
    client.destroy().catch(() => {});
  };
  signal.addEventListener('abort', release, { once: true });
  try {
    const answer = await client.request({
      method: (request.method ?? (request.body === undefined ? 'GET' : 'POST')) as Dispatcher.HttpMethod,
      ...(request.body !== undefined && { body: request.body }),
      path: route?.isAsked ? url.href : url.pathname + queryOf(url),
      headers: route?.isAsked ? { ...request.headers, ...route.headers } : request.headers,
      reset: true, // Connection: close
      responseHeaders: 'raw',
      signal: hop.ending.signal,
    });
    // undici also destroys an unread body. Without this listener, the resulting error would end the process.
    answer.body.on('error', () => {}).once('close', release);
    const close = (): void => void answer.body.destroy();
    const body = transportBody(answer.body, { signal, close, finish: () => failReset(hop), asNodeError });
    const head = { status: answer.statusCode, ...joinHeaders(answer.headers) };
    const answered = route?.isAsked && proxyAnswer(route.proxy.host, head.status, head.headers);
    if (answered) throw transportError('ERR_ROBOTS_PROXY', answered);
    return { ...head, ...(hop.interim.length > 0 && { interim: hop.interim }), body };
  } catch (error) {
    release();
    throw signal.aborted ? signal.reason : asNodeError(inHeader(error));
  }
}

function openClient(hop: Hop, settings: Settings): Client {
  const check = addressCheck(hop.request.addressPolicy, hop.url);
  const connect: buildConnector.connector = ({ hostname, port, protocol }, callback) => {
    const isTls = protocol === 'https:';
    const target: DialOptions = {
      host: hostname,
      port: Number(port || (isTls ? 443 : 80)),
      check,
      connectTimeoutMs: settings.connectTimeoutMs,
      signal: hop.ending.signal,
      resolve: settings.resolve,
      tls: isTls ? { ALPNProtocols: ['http/1.1'], ...settings.tls } : undefined,
    };
    (hop.route ? dialThrough(hop.route, target) : dial(target)).then(
      (socket) => callback(null, watchHead(watchReset(socket, hop), settings.maxHeaderBytes, hop.interim)),
      (error: Error) => callback(error, null),
    );
  };
  // undici's timeouts are off: the signal applies the client's limits to this hop.
  return new Client(hop.url.origin, {
    connect,
    maxHeaderSize: settings.maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Records a reset. A body without a stated length ends with the connection, and undici would treat a reset as the
 * normal end of such a body.
 */
function watchReset(socket: Socket, hop: Hop): Socket {
  return socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') hop.reset = error;
  });
}

function failReset(hop: Hop): void {
  if (hop.reset) throw hop.reset;
}

/**
 * Converts raw pairs to one string per lower-case name (RFC 9110 §5.3). This is safe for any name that a server
 * invents. `Location` is not a list (§10.2.2), and a URL can contain commas, so the first value counts, as in curl and
 * Node.
 */
function joinHeaders(
  raw: Dispatcher.ResponseData['headers'],
): Pick<TransportResponse, 'headers' | 'repeated'> {
  const pairs = raw as unknown as string[];
  const lines = new Map<string, string[]>();
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const name = pairs[index]!.toLowerCase();
    const value = name === 'location' ? locationText(pairs[index + 1]!) : pairs[index + 1]!;
    const found = lines.get(name);
    if (found) found.push(value);
    else lines.set(name, [value]);
  }
  const repeated = [...lines].filter(([, values]) => values.length > 1);
  return {
    headers: Object.fromEntries(
      [...lines].map(([name, values]) => [name, name === 'location' ? values[0]! : values.join(', ')]),
    ),
    ...(repeated.length > 0 && { repeated: Object.fromEntries(repeated) }),
  };
}

/**
 * Converts the error for contradictory lengths. undici gives it the code for a broken body, although the body has not
 * begun.
 */
function inHeader(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return error;
  return transportError('ERR_ROBOTS_BAD_RESPONSE', message, error);
}

function asNodeError(error: unknown): unknown {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && !NODE_CODES.has(code)) return error;
  // undici's parser omits the HPE_ code that Node would provide.
  const fallback = name === 'HTTPParserError' ? 'ERR_ROBOTS_BAD_RESPONSE' : 'ERR_ROBOTS_TRANSPORT';
  return transportError(NODE_CODES.get(code ?? '') ?? fallback, message, error);
}
