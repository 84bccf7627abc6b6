/** A TCP or TLS server with a function instead of a protocol, for everything that a real server would not do. */

import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type TestCertificate, testCertificate } from './certificate.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

/** One connection, once its first octets have arrived. */
export interface RawConnection {
  /** The first octets, as Latin-1. */
  head: string;
  /** Cuts the connection by a TCP reset, also below TLS. */
  reset: () => void;
}

/** What the server does with a connection. */
export type Behaviour = (socket: Socket, connection: RawConnection) => void;

/** A running raw server. */
export interface RawOrigin extends LoopbackServer {
  /** `http://127.0.0.1:PORT` or `https://127.0.0.1:PORT`. */
  origin: string;
  /** The first octets of each connection. */
  heads: string[];
}

/** Starts the server; over TLS when `isTls` is set or a certificate is given. */
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
      // What follows is read and dropped: an unread socket would never notice that its peer is gone.
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
