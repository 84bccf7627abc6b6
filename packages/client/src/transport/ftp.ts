/**
 * Reads files over anonymous FTP (RFC 959), with a basic-ftp module that the user passes. The transport opens the
 * control connection to a checked address and the data connection to the same address, and gives both to basic-ftp. It
 * ignores the host in a reply to PASV, which could redirect the connection (bounce attack, RFC 2577 §3). A reply to
 * EPSV names no host (RFC 2428).
 */

import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { addressCheck } from './address-policy.ts';
import type { BasicFtp, BasicFtpClient, FtpReply } from './basic-ftp.ts';
import { dial } from './dial.ts';
import { passivePort } from './ftp-passive.ts';
import { ftpStatus } from './ftp-status.ts';
import type { Resolve } from './resolver.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';
import { transportBody } from './transport-body.ts';
import { transportError } from './transport-error.ts';

/** Settings of {@link createFtpTransport}. */
export interface FtpTransportOptions {
  basicFtp: BasicFtp;
  /** The password of anonymous readers, by convention their e-mail address (RFC 1635). {@default 'anonymous@'} */
  password?: string;
  /** Limit per connection, for DNS and TCP together. {@default 10000} */
  connectTimeoutMs?: number;
  /** {@default a resolver from `createResolver` that all clients share} */
  resolve?: Resolve;
}

/** One transfer in progress. */
interface Transfer {
  request: TransportRequest;
  url: URL;
  client: BasicFtpClient;
  options: FtpTransportOptions;
}

/**
 * Creates a transport for `ftp`. To close the connections, read the body to its end, stop reading it, or abort the
 * signal.
 */
export function createFtpTransport(options: FtpTransportOptions): Transport {
  if (typeof options?.basicFtp?.Client !== 'function') {
    throw new TypeError('Cannot create an FTP transport: expected { basicFtp } to be the basic-ftp module');
  }
  return { schemes: ['ftp'], enforcesAddressPolicy: true, send: (request) => send(request, options) };
}

async function send(request: TransportRequest, options: FtpTransportOptions): Promise<TransportResponse> {
  const { signal } = request;
  signal.throwIfAborted();
  const url = new URL(request.url);
  const path = filePath(url);
  const client = new options.basicFtp.Client(0);
  const transfer: Transfer = { request, url, client, options };
  const close = (): void => {
    signal.removeEventListener('abort', close);
    client.close();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    await openSession(transfer);
    return await retrieve(transfer, path, close);
  } catch (error) {
    close();
    if (signal.aborted) throw signal.reason;
    const code = replyCode(error);
    if (code === undefined) throw asNodeError(error);
    return { status: ftpStatus(code), headers: { 'ftp-reply': `${code}` }, body: new Uint8Array() };
  }
}

/**
 * The path below the login directory (RFC 1738 §3.2.2), as one command argument.
 *
 * @throws `ERR_ROBOTS_REQUEST_REFUSED` if the path contains a line break, such as `%0D%0A`
 */
function filePath(url: URL): string {
  const path = decoded(url.pathname.slice(1) + url.search);
  if (path !== undefined && path !== '' && !/[\x00-\x1f\x7f]/.test(path)) return path;
  throw transportError('ERR_ROBOTS_REQUEST_REFUSED', `Cannot fetch "${url.href}": its path names no file`);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

async function openSession(transfer: Transfer): Promise<void> {
  const { url, client, options } = transfer;
  client.ftp.socket = await connect(transfer, url.hostname.replace(/^\[|\]$/g, ''), Number(url.port || 21));
  await client.ftp.handle(undefined, (reply, task) => {
    if (reply instanceof Error) task.reject(reply);
    else if (reply.code >= 200) task.resolve(reply);
    else task.reject(Object.assign(new Error(reply.message), { code: reply.code }));
  });
  await client.login('anonymous', options.password ?? 'anonymous@');
  await client.send('TYPE I');
  client.prepareTransfer = () => openDataConnection(transfer);
}

async function openDataConnection(transfer: Transfer): Promise<FtpReply> {
  const { ftp } = transfer.client;
  const { reply, port } = await passivePort(transfer.client);
  const peer = ftp.socket.remoteAddress;
  if (peer === undefined)
    throw transportError('ECONNRESET', 'Cannot open a data connection: the control connection is closed');
  ftp.dataSocket = await connect(transfer, peer, port);
  return reply;
}

function connect({ request, url, options }: Transfer, host: string, port: number): Promise<Socket> {
  return dial({
    host,
    port,
    check: addressCheck(request.addressPolicy, url),
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    signal: request.signal,
    resolve: options.resolve,
  });
}

/** Resolves when the first octets arrive, so that a refusal (550) becomes a status rather than a broken body. */
async function retrieve(
  { request, client }: Transfer,
  path: string,
  close: () => void,
): Promise<TransportResponse> {
  const octets = new PassThrough().on('error', () => {});
  const isDone = client.downloadTo(octets, path);
  // This promise is checked when the body ends. Until then, a rejection must not count as unhandled.
  isDone.catch((error) => octets.destroy(error));
  await Promise.race([isDone, firstOctets(octets)]);
  const body = transportBody(octets, {
    signal: request.signal,
    close,
    finish: async () => void (await isDone),
    asNodeError,
  });
  return { status: 200, headers: {}, body };
}

/**
 * Waits for the first octets. The end of the stream is not enough: after a failure, basic-ftp ends the stream before it
 * reports the failure.
 */
function firstOctets(octets: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (octets.readableLength === 0) return;
      octets.off('readable', look);
      resolve();
    };
    octets.on('readable', look);
  });
}

/**
 * The reply number in an error. basic-ftp reports replies of 400 and above as errors whose code is the reply number.
 */
function replyCode(error: unknown): number | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'number' ? code : undefined;
}

function asNodeError(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && code !== '0') return error;
  if (typeof code === 'number')
    return transportError('ECONNRESET', `The transfer was interrupted: ${message}`, error);
  if (/exceeded|parse/i.test(message)) return transportError('ERR_ROBOTS_BAD_RESPONSE', message, error);
  return transportError('ECONNRESET', message, error);
}
