/** What every scripted server has in common: it listens on 127.0.0.1, counts its connections and closes at once. */

import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that listens. */
export interface LoopbackServer {
  port: number;
  /** TCP connections accepted so far. */
  acceptedConnections(): number;
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
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted++;
    open.add(socket);
    // A client that hangs up in the middle is what these servers are for.
    socket.on('error', () => {}).once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
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
