/** A TCP or TLS server that runs a function instead of a protocol, for behavior that a real server would not show. */

import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type TestCertificate, testCertificate } from './certificate.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

/** A connection whose first octets have arrived. */
export interface RawConnection {
  /** The first octets, as Latin-1. */
  head: string;
  /** Resets the TCP connection, even below TLS. */
  reset: () => void;
}

/** A function that handles a connection. */
export type Behaviour = (socket: Socket, connection: RawConnection) => void;

export interface RawOrigin extends LoopbackServer {
  /** The origin of the server, `http://127.0.0.1:PORT` or `https://127.0.0.1:PORT`. */
  origin: string;
  /** The first octets of each connection. */
  heads: string[];
}

/** Starts the server. It uses TLS if `isTls` is set or a certificate is passed. */
export async function startRawOrigin(
  behave: Behaviour,
  options: { isTls?: boolean; certificate?: TestCertificate } = {},
): Promise<RawOrigin> {
  const isTls = options.isTls ?? options.certificate !== undefined;
  const heads: string[] = [];
  const listener = (socket: Socket): void => {
    socket.on('error', () => {});
    socket.once('data', (octets) => {
      const head = octets.toString('latin1');
      heads.push(head);
      // Reads and drops further data, because a socket that is not read would never notice that its peer has closed.
      socket.resume();
      behave(socket, { head, reset: () => listening.resetConnections() });
    });
  };
  const server = isTls
    ? createTlsServer({ ...(options.certificate ?? testCertificate) }, listener)
    : createTcpServer(listener);
  const listening = await listenOnLoopback(server);
  return { ...listening, origin: `${isTls ? 'https' : 'http'}://127.0.0.1:${listening.port}`, heads };
}
