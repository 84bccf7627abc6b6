/** What every scripted server has in common: it listens on 127.0.0.1, counts its connections and closes at once. */

import type { AddressInfo, Server, Socket } from 'node:net';
import { createGate } from '../turns.ts';

/** A server that listens. */
export interface LoopbackServer {
  port: number;
  /** TCP connections accepted so far. */
  acceptedConnections(): number;
  /** Resolves once the first TCP connection was accepted. */
  readonly connected: Promise<void>;
  /** Resolves when the next TCP connection is closed. */
  nextClose(): Promise<void>;
  /** TCP connections that are open now: what a client has left behind. */
  openConnections(): number;
  /** Cuts what is open by a TCP reset, also below TLS. */
  resetConnections(): void;
  /** Stops listening and cuts what is open. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. A server over TLS counts its TCP connections too, also those that never get through the handshake. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  const open = new Set<Socket>();
  const first = createGate();
  let accepted = 0;
  let closing = createGate();
  server.on('connection', (socket: Socket) => {
    accepted++;
    first.open();
    open.add(socket);
    // A client that hangs up in the middle is what these servers are for.
    socket
      .on('error', () => {})
      .once('close', () => {
        open.delete(socket);
        closing.open();
        closing = createGate();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connected: first.opened,
    nextClose: () => closing.opened,
    acceptedConnections: () => accepted,
    openConnections: () => open.size,
    resetConnections: () => {
      for (const socket of open) socket.resetAndDestroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
