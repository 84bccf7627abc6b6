/**
 * The common part of all scripted servers. They listen on 127.0.0.1, count their connections, and can close all of them
 * immediately.
 */

import type { AddressInfo, Server, Socket } from 'node:net';
import { createGate } from '../turns.ts';

export interface LoopbackServer {
  port: number;
  /** The number of TCP connections accepted so far. */
  acceptedConnections(): number;
  /** Resolves when the first TCP connection has been accepted. */
  readonly connected: Promise<void>;
  /** Resolves when the next TCP connection is closed. */
  nextClose(): Promise<void>;
  /** The number of TCP connections that are still open because no client has closed them. */
  openConnections(): number;
  /** Resets all open TCP connections, even below TLS. */
  resetConnections(): void;
  /** Stops listening and closes all open connections. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. A TLS server also counts TCP connections whose handshake never completes. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  const open = new Set<Socket>();
  const first = createGate();
  let accepted = 0;
  let closing = createGate();
  server.on('connection', (socket: Socket) => {
    accepted++;
    first.open();
    open.add(socket);
    // Errors are ignored, because these servers serve to test clients, which may disconnect at any point.
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
