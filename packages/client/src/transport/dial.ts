/**
 * Opens one connection. It resolves the name once, checks all addresses, and connects to one of them, so a second
 * answer from the resolver (DNS rebinding) has no effect. A deadline and a signal limit the call. Only a look-up cannot
 * be cancelled; an answer that arrives too late is ignored.
 */

import type { LookupAddress } from 'node:dns';
import {
  connect as connectTcp,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { onAbort } from '../abort-listeners.ts';
import { after } from '../within.ts';
import { type AddressCheck, isLocalhost } from './address-policy.ts';
import { type Resolve, sharedResolver } from './resolver.ts';
import { transportError } from './transport.ts';

export interface DialOptions {
  /** A name or an IP address; an IPv6 address has no brackets. */
  host: string;
  port: number;
  /** Called for every address before anything is sent to it. */
  check: AddressCheck;
  /** Limit for DNS, TCP and TLS together. */
  connectTimeoutMs: number;
  signal: AbortSignal;
  resolve?: Resolve | undefined;
  /** Options for TLS; without them, the connection is plain TCP. */
  tls?: ConnectionOptions | undefined;
}

/**
 * How long to try one of several addresses before trying the next. Node's default of 250 ms is shorter than a slow
 * round trip.
 */
const NEXT_ADDRESS_AFTER_MS = 1_000;

/** Connects, or rejects with Node's `code`; a failed socket is destroyed. */
export function dial(options: DialOptions & { tls: ConnectionOptions }): Promise<TLSSocket>;
export function dial(options: DialOptions): Promise<Socket>;
export async function dial(options: DialOptions): Promise<Socket> {
  options.signal.throwIfAborted();
  // For an IP address, Node does not call the lookup function, so the address is checked here.
  if (isIP(options.host) !== 0) options.check(options.host);
  const socket = openSocket(options);
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      stop();
      stopListening();
      socket.off('error', settle);
      if (error !== undefined) {
        socket.on('error', () => {}).destroy();
        reject(error);
      } else resolve(socket);
    };
    const stop = after(options.connectTimeoutMs, () => settle(connectTimeout(options)));
    const stopListening = onAbort(options.signal, () => settle(options.signal.reason));
    socket.once('error', settle).once(options.tls ? 'secureConnect' : 'connect', () => settle());
  });
}

/** Resolves the host for a proxy that will connect to it. Checks all addresses, then returns the first. */
export function resolveChecked({ host, check, resolve }: DialOptions): Promise<string> {
  if (isIP(host) !== 0) {
    check(host);
    return Promise.resolve(host);
  }
  return new Promise((settle, reject) => {
    checkedLookup(check, resolve)(host, { all: true }, (error, addresses) => {
      const [first] = addresses as LookupAddress[];
      if (error || first === undefined) reject(error ?? noAddress(host));
      else settle(first.address);
    });
  });
}

function openSocket({ host, port, tls, ...options }: DialOptions): Socket {
  const target: TcpNetConnectOpts = {
    host,
    port,
    noDelay: true,
    lookup: checkedLookup(options.check, options.resolve),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
  };
  if (tls === undefined) return connectTcp(target);
  // SNI carries only names, without a trailing dot (RFC 6066 §3).
  const servername = isIP(host) === 0 ? { servername: host.replace(/\.$/, '') } : {};
  return connectTls({ ...servername, ...tls, ...target });
}

/**
 * Resolves and checks a name. If one address is refused, the whole name is refused. A public site has no private
 * addresses, and checking only one address would make the result depend on their order.
 */
function checkedLookup(check: AddressCheck, resolve: Resolve = sharedResolver): LookupFunction {
  return (hostname, { all, ...options }, callback) => {
    const find: Resolve = isLocalhost(hostname) ? loopback : resolve;
    find(hostname, { ...options, all: true }, (error, addresses) => {
      const first = addresses?.[0];
      if (error || first === undefined) return callback(error ?? noAddress(hostname), []);
      try {
        for (const { address } of addresses) check(address);
      } catch (refusal) {
        return callback(refusal as NodeJS.ErrnoException, []);
      }
      return all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

const loopbackAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves localhost without a resolver, which might return the address of another machine (RFC 6761 §6.3). */
const loopback: Resolve = (_hostname, _options, callback) => callback(null, [...loopbackAddresses]);

function noAddress(hostname: string): Error {
  return transportError('ENOTFOUND', `Cannot resolve "${hostname}": the name has no address`);
}

function connectTimeout({ host, port, connectTimeoutMs }: DialOptions): Error {
  return transportError(
    'ETIMEDOUT',
    `Cannot connect to "${host}:${port}": no connection within ${connectTimeoutMs} ms`,
  );
}
