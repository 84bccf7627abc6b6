/**
 * HTTP/1.1 over TCP and TLS, one exchange per connection (undici). A robots.txt is asked for once a day per origin, so
 * a pool would keep sockets for nothing, and a pooled socket may have been dialled under another address policy.
 */

import type { ConnectionOptions } from 'node:tls';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { addressCheck } from './address-policy.ts';
import { dial, type Resolve } from './dial.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import { transportError } from './transport-error.ts';

/** Settings of {@link createHttpTransport}. */
export interface HttpTransportOptions {
  /** Covers DNS, TCP and TLS together. {@default 10000} */
  connectTimeoutMs?: number;
  /** Status line, header and trailer fields together. {@default 65536} */
  maxHeaderBytes?: number;
  /** Handed to `tls.connect`; `ca` adds authorities. */
  tls?: ConnectionOptions;
  /** Takes the place of `dns.lookup`; its answers are checked like any other. */
  resolve?: Resolve;
}

type Settings = Required<Pick<HttpTransportOptions, 'connectTimeoutMs' | 'maxHeaderBytes'>> &
  HttpTransportOptions;

/** What undici calls an event for which Node has a code of its own. */
const NODE_CODES: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_SOCKET', 'ECONNRESET'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ECONNRESET'],
  ['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW'],
]);

/**
 * Carries `http` and `https`. A connection ends with its body: read it, stop reading it, or abort the signal.
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

async function send(request: TransportRequest, settings: Settings): Promise<TransportResponse> {
  const { signal } = request;
  signal.throwIfAborted();
  const url = new URL(request.url);
  const ending = new AbortController();
  const client = openClient(url, request, settings, ending.signal);
  const release = (): void => {
    signal.removeEventListener('abort', release);
    ending.abort(signal.reason);
    client.destroy().catch(() => {});
  };
  signal.addEventListener('abort', release, { once: true });
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: request.headers,
      reset: true, // Connection: close
      responseHeaders: 'raw',
      signal,
    });
    // undici destroys a body that nobody reads, too; without a listener its error would end the process.
    answer.body.on('error', () => {}).once('close', release);
    return {
      status: answer.statusCode,
      headers: joinHeaders(answer.headers),
      body: readBody(answer.body, signal),
    };
  } catch (error) {
    release();
    throw asNodeError(error, signal);
  }
}

function openClient(url: URL, request: TransportRequest, settings: Settings, ending: AbortSignal): Client {
  const check = addressCheck(request.addressPolicy, url);
  const connect: buildConnector.connector = ({ hostname, port, protocol }, callback) => {
    const isTls = protocol === 'https:';
    dial({
      host: hostname,
      port: Number(port || (isTls ? 443 : 80)),
      check,
      connectTimeoutMs: settings.connectTimeoutMs,
      signal: ending,
      resolve: settings.resolve,
      tls: isTls ? { ALPNProtocols: ['http/1.1'], ...settings.tls } : undefined,
    }).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
  // No timeouts of undici's own: the client's limits reach this hop through the signal.
  return new Client(url.origin, {
    connect,
    maxHeaderSize: settings.maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** Raw pairs into lower-case names with one string each (RFC 9110 §5.3), safe for any name that a server invents. */
function joinHeaders(raw: Dispatcher.ResponseData['headers']): Record<string, string> {
  const pairs = raw as unknown as string[];
  const joined = new Map<string, string>();
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const name = pairs[index]!.toLowerCase();
    const value = pairs[index + 1]!;
    joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value);
  }
  return Object.fromEntries(joined);
}

async function* readBody(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw asNodeError(error, signal);
  }
}

function asNodeError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const { code = 'ERR_ROBOTS_TRANSPORT', message } = error as NodeJS.ErrnoException;
  const known = NODE_CODES.get(code) ?? code;
  return known === (error as NodeJS.ErrnoException).code ? error : transportError(known, message, error);
}
