/**
 * Reads files over anonymous FTP (RFC 959), with a basic-ftp module that the user passes. The transport opens the
 * control connection to a checked address and the data connection to the same address. basic-ftp reads the replies. It
 * ignores the host in a reply to PASV, which could redirect the connection (bounce attack, RFC 2577 §3). A reply to
 * EPSV names no host (RFC 2428).
 */

import type { Socket } from 'node:net';
import { within } from '../within.ts';
import { addressCheck } from './address-policy.ts';
import { dial } from './dial.ts';
import { type BasicFtp, type FtpControl, type FtpReply, openControl, shown } from './ftp-control.ts';
import { FtpStatus, requirePositive, retrievedStatus } from './ftp-status.ts';
import type { Resolve } from './resolver.ts';
import {
  type Transport,
  type TransportRequest,
  type TransportResponse,
  transportBody,
  transportError,
} from './transport.ts';

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

interface Transfer {
  request: TransportRequest;
  url: URL;
  options: FtpTransportOptions;
  close(): void;
  /** Remembers a connection to close. */
  opened(socket: Socket): Socket;
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
  const sockets: Socket[] = [];
  const client = new options.basicFtp.Client(0);
  const close = (): void => {
    signal.removeEventListener('abort', close);
    client.close();
    for (const socket of sockets) socket.destroy();
  };
  const opened = (socket: Socket): Socket => {
    sockets.push(socket.on('error', () => {}));
    return socket;
  };
  const transfer: Transfer = { request, url, options, close, opened };
  signal.addEventListener('abort', close, { once: true });
  try {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = await connect(transfer, host, Number(url.port || 21));
    const control = openControl(client, socket);
    await logIn(control, transfer);
    return await retrieve(control, await openData(control, transfer, socket), path, transfer);
  } catch (error) {
    close();
    if (signal.aborted) throw signal.reason;
    if (error instanceof FtpStatus) return error.response;
    throw asNodeError(error);
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

async function logIn(control: FtpControl, { request, options }: Transfer): Promise<void> {
  const hasCopy = request.hasKeptCopy ?? false;
  requirePositive('greeting', await control.greeting());
  const user = await control.ask('USER', 'anonymous');
  if (user.code !== 331) requirePositive('USER', user, hasCopy);
  else requirePositive('PASS', await control.ask('PASS', options.password ?? 'anonymous@'), hasCopy);
  requirePositive('TYPE', await control.ask('TYPE', 'I'));
}

async function openData(control: FtpControl, transfer: Transfer, socket: Socket): Promise<Socket> {
  const port = await passivePort(control);
  const peer = socket.remoteAddress;
  if (peer === undefined)
    throw transportError('ECONNRESET', 'Cannot open a data connection: the control connection is closed');
  return transfer.opened(await connect(transfer, peer, port));
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
  control: FtpControl,
  data: Socket,
  path: string,
  { request: { signal }, close }: Transfer,
): Promise<TransportResponse> {
  const reply = control.ask('RETR', path);
  // The reply is checked when the body ends. A control connection that breaks before takes the body with it.
  reply.catch((error: Error) => data.destroy(error));
  const reset = await Promise.race([firstOctets(data), reply.then(() => undefined)]);
  const last = reset && (await within(reply, { ms: replyAfterResetMs, timeout: () => reset, signal }));
  if (data.readableLength === 0) {
    const status = retrievedStatus(last ?? (await reply));
    if (status !== 200) throw new FtpStatus(status, await reply);
  }
  if (reset) throw reset;
  const finish = async (): Promise<void> => requireWhole(await reply);
  return { status: 200, headers: {}, body: transportBody(data, { signal, close, finish, asNodeError }) };
}

/**
 * How long to wait for the reply to `RETR` after the data connection was reset. ProFTPD resets it when it refuses a
 * file, and the reset often arrives before the reply.
 */
const replyAfterResetMs = 5_000;

/** Resolves when the first octets arrive, or with the error that ended the connection before. */
function firstOctets(data: Socket): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (data.readableLength === 0) return;
      data.off('readable', look).off('error', resolve);
      resolve(undefined);
    };
    data.on('readable', look).once('error', resolve);
  });
}

/** Checks the reply after the last octets. */
function requireWhole({ code, message }: FtpReply): void {
  if (code >= 300) throw transportError('ECONNRESET', `The transfer was interrupted: ${shown(message)}`);
}

function asNodeError(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && code !== '0') return error;
  if (/exceeded|parse/i.test(message)) return transportError('ERR_ROBOTS_BAD_RESPONSE', message, error);
  return transportError('ECONNRESET', message, error);
}

/**
 * The port on which the server listens. The host is always that of the control connection; the host in a PASV reply
 * is ignored.
 */
async function passivePort(control: FtpControl): Promise<number> {
  const extended = await control.ask('EPSV');
  // A 5yz reply means that the server does not support or permit EPSV.
  const isExtended = extended.code < 500;
  const reply = isExtended ? extended : await control.ask('PASV');
  requirePositive(isExtended ? 'EPSV' : 'PASV', reply);
  const port = isExtended ? extendedPort(reply.message) : classicPort(reply.message);
  if (port !== undefined && port > 0 && port <= 65_535) return port;
  throw transportError(
    'ERR_ROBOTS_BAD_RESPONSE',
    `Cannot open a data connection: no port in the reply "${shown(reply.message)}"`,
  );
}

/** `229 Entering Extended Passive Mode (|||6446|)`, with any delimiter. */
function extendedPort(message: string): number | undefined {
  const match = /\((.)\1\1(\d{1,5})\1\)/.exec(message);
  return match ? Number(match[2]) : undefined;
}

/** `227 Entering Passive Mode (h1,h2,h3,h4,p1,p2)`; some servers omit the parentheses. */
function classicPort(message: string): number | undefined {
  const match = /(?<![\d,])(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})(?![\d,])/.exec(message);
  return match ? Number(match[1]) * 256 + Number(match[2]) : undefined;
}
