/**
 * Gemini (protocol specification 0.24) over TLS: one request line, one header line, and a body that ends when the
 * server closes the connection.
 *
 * Limitation: a body has no stated length, and Node does not distinguish a close with TLS `close_notify` from one
 * without. Therefore, a body that an injected TCP FIN cuts off looks complete.
 */

import type { TLSSocket } from 'node:tls';
import { locate } from '../locate.ts';
import { unlessAborted } from '../within.ts';
import { addressCheck } from './address-policy.ts';
import { dial } from './dial.ts';
import type { Resolve } from './resolver.ts';
import {
  type Transport,
  type TransportRequest,
  type TransportResponse,
  transportBody,
  transportError,
} from './transport.ts';

/** The certificate that a server presented in the TLS handshake. */
export interface GeminiCertificate {
  host: string;
  port: number;
  /** SHA-256 of the certificate, in hexadecimal with colons. */
  fingerprint256: string;
  /** The certificate in DER form. */
  raw: Uint8Array;
  /** Epoch milliseconds. */
  validFrom: number;
  /** Epoch milliseconds. */
  validTo: number;
  /** True if a certificate authority that Node trusts has signed it for this host. */
  isAuthorized: boolean;
}

/** Settings of {@link createGeminiTransport}. */
export interface GeminiTransportOptions {
  /**
   * Called before anything is sent, to decide whether to accept the server's certificate; `false` rejects it. Without a
   * hook, every certificate is accepted, because most Gemini certificates are self-signed. {@link trustOnFirstUse}
   * creates a hook.
   */
  onCertificate?: (certificate: GeminiCertificate) => boolean | Promise<boolean>;
  /** Limit for DNS, TCP and TLS together. {@default 10000} */
  connectTimeoutMs?: number;
  /** {@default a resolver from `createResolver` that all clients share} */
  resolve?: Resolve;
}

/** The maximum length of a request's URL in octets (Gemini specification, "Gemini requests"). */
const MAX_URL_OCTETS = 1024;

/**
 * The maximum length of a header line without its CRLF: two digits, a space and 1024 octets of text (specification 0.16
 * §3.1).
 */
const MAX_HEADER_OCTETS = 1027;

const DEFAULT_PORT = 1965;

/**
 * Creates a transport for `gemini`. To close the connection, read the body to its end, stop reading it, or abort the
 * signal.
 */
export function createGeminiTransport(options: GeminiTransportOptions = {}): Transport {
  return {
    schemes: ['gemini'],
    enforcesAddressPolicy: true,
    send: (request) => send(request, options),
  };
}

async function send(request: TransportRequest, options: GeminiTransportOptions): Promise<TransportResponse> {
  const { signal } = request;
  const url = asciiUrl(request.url);
  const line = requestLine(url);
  const socket = await openConnection(url, request, options);
  const onAbort = (): void => void socket.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  // The next read reports a socket error that occurs between reads. Without this listener, the error would end the
  // process.
  socket.on('error', () => {}).once('close', () => signal.removeEventListener('abort', onAbort));
  try {
    await unlessAborted(approve(socket, url, options), signal);
    socket.write(line);
    return await receive(socket, signal);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
}

/**
 * Parses a URL with an ASCII host. `gemini:` is not a special scheme in the URL Standard, so the URL parser keeps the
 * host as written and does not replace an empty path with `/`.
 */
function asciiUrl(url: string): URL {
  const { pathname, search } = new URL(url);
  return new URL(`${locate(url)?.origin}${pathname || '/'}${search}`);
}

function requestLine(url: URL): string {
  if (Buffer.byteLength(url.href) <= MAX_URL_OCTETS) return `${url.href}\r\n`;
  throw transportError(
    'ERR_ROBOTS_REQUEST_REFUSED',
    `Cannot fetch "${url.href.slice(0, 80)}…": the URL is longer than ${MAX_URL_OCTETS} octets`,
  );
}

function openConnection(
  url: URL,
  request: TransportRequest,
  options: GeminiTransportOptions,
): Promise<TLSSocket> {
  return dial({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || DEFAULT_PORT),
    check: addressCheck(request.addressPolicy, url),
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    signal: request.signal,
    resolve: options.resolve,
    // Node does not reject certificates, because most Gemini sites have none from an authority. The hook decides which
    // certificates to trust.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: false },
  });
}

async function approve(
  socket: TLSSocket,
  url: URL,
  { onCertificate }: GeminiTransportOptions,
): Promise<void> {
  if (onCertificate === undefined) return;
  const { fingerprint256, raw, valid_from, valid_to } = socket.getPeerCertificate();
  const isTaken = await onCertificate({
    host: url.hostname,
    port: Number(url.port || DEFAULT_PORT),
    fingerprint256,
    raw,
    validFrom: Date.parse(valid_from),
    validTo: Date.parse(valid_to),
    isAuthorized: socket.authorized,
  });
  if (isTaken) return;
  throw transportError(
    'ERR_ROBOTS_CERTIFICATE_REFUSED',
    `Cannot trust "${url.host}": its certificate is refused`,
  );
}

async function receive(socket: TLSSocket, signal: AbortSignal): Promise<TransportResponse> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { line, rest } = await readHeader(chunks);
  const match = /^([1-6]\d)(?: (.*))?$/.exec(line);
  if (match === null) throw badHeader(line);
  const [, code = '', meta = ''] = match;
  const status = geminiStatus(code);
  const headers: Record<string, string> = { 'gemini-status': code, ...metaHeaders(code, meta) };
  if (code.startsWith('2')) {
    const body = transportBody(remaining(rest, chunks), { signal, close: () => void socket.destroy() });
    return { status, headers, body };
  }
  // Only a success response has a body; any other data is ignored.
  socket.destroy();
  return { status, headers, body: new Uint8Array() };
}

async function readHeader(chunks: AsyncIterator<Buffer>): Promise<{ line: string; rest: Buffer }> {
  let octets: Buffer = Buffer.alloc(0);
  for (;;) {
    const end = octets.indexOf('\r\n');
    if (end !== -1 && end <= MAX_HEADER_OCTETS) {
      return { line: octets.toString('utf8', 0, end), rest: octets.subarray(end + 2) };
    }
    if (octets.length > MAX_HEADER_OCTETS + 1) throw badHeader(octets.toString('utf8', 0, 80));
    const { value, done } = await chunks.next();
    if (done)
      throw transportError('ECONNRESET', 'Cannot read the response: the connection ended within its header');
    octets = Buffer.concat([octets, value]);
  }
}

function badHeader(line: string): Error {
  return transportError(
    'ERR_ROBOTS_BAD_RESPONSE',
    `Cannot read the response ${JSON.stringify(line.slice(0, 80))}: expected two digits, a space and a line of text`,
  );
}

function metaHeaders(code: string, meta: string): Record<string, string> {
  switch (code[0]) {
    case '2':
      return { 'content-type': meta.trim() || 'text/gemini; charset=utf-8' };
    case '3':
      return meta === '' ? {} : { location: meta };
    default:
      return code === '44' ? retryAfter(meta) : {};
  }
}

async function* remaining(rest: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Uint8Array> {
  if (rest.length > 0) yield rest;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

const STATUS: ReadonlyMap<string, number> = new Map([
  ['31', 301],
  ['42', 500],
  ['43', 502],
  ['44', 429],
  ['52', 410],
  ['53', 421],
  ['59', 400],
  ['61', 403],
  ['62', 403],
]);

/** Statuses by first digit, for codes without an entry in `STATUS`. A code's second digit only refines the first. */
const STATUS_BY_DIGIT: ReadonlyMap<string, number> = new Map([
  ['1', 404],
  ['2', 200],
  ['3', 302],
  ['4', 503],
  ['5', 404],
  ['6', 401],
]);

/** The HTTP status that corresponds to a Gemini status of 10 to 69. */
function geminiStatus(code: string): number {
  return STATUS.get(code) ?? STATUS_BY_DIGIT.get(code[0] ?? '') ?? 502;
}

/** Reads the wait in seconds from the text after status 44. Later specifications allow any text. */
function retryAfter(meta: string): Record<string, string> {
  return /^\d{1,9}$/.test(meta.trim()) ? { 'retry-after': meta.trim() } : {};
}
