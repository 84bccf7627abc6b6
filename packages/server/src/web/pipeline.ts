/**
 * Requests that wait on one connection (RFC 9112 §9.3.2). Node answers them in order, but reads and starts all that
 * arrive, and drops their answers if what follows is not HTTP.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerBadMessage } from './bad-message.ts';

/** The greatest number of requests that wait on one connection. No browser, proxy or crawler sends as many. */
export const MAX_WAITING = 8;

/** The answers that each connection still owes. */
export interface Pipelines {
  /**
   * Begins a request. The last one that a connection may have waiting closes it: what follows is neither read nor
   * answered.
   *
   * @returns Whether the request is to be answered.
   */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** Handles the event `clientError` of `node:http`, after the answers to the requests before it. */
  failed(error: NodeJS.ErrnoException, socket: Duplex): void;
}

export function createPipelines(): Pipelines {
  const connections = new WeakMap<Duplex, Connection>();
  const failed = new WeakSet<Duplex>();
  return {
    begin(incoming, outgoing) {
      const { socket } = incoming;
      const connection = connections.get(socket) ?? { owed: new Set(), isFull: false };
      if (connection.isFull) return false;
      connections.set(socket, connection);
      const exchange = { incoming, outgoing };
      connection.owed.add(exchange);
      outgoing.once('close', () => connection.owed.delete(exchange));
      if (connection.owed.size < MAX_WAITING) return true;
      connection.isFull = true;
      outgoing.shouldKeepAlive = false;
      socket.pause();
      skipOthers(socket);
      return true;
    },
    failed(error, socket) {
      if (failed.has(socket)) return;
      failed.add(socket);
      const owed = [...(connections.get(socket)?.owed ?? [])];
      // The request that failed is the last one if it has not arrived completely.
      const before = owed.filter(({ incoming }) => incoming.complete).at(-1);
      const own = owed.find(({ incoming }) => !incoming.complete);
      const isOver = error.code === 'ECONNRESET' || !socket.writable || own?.outgoing.headersSent;
      if (isOver) socket.destroy();
      else if (before === undefined) answerBadMessage(error, socket);
      else {
        socket.pause();
        before.outgoing.once('close', () => answerBadMessage(error, socket));
      }
    },
  };
}

/**
 * Lets Node's parser skip what it has already read, which may be thousands of requests: 2 is its sign that no more HTTP
 * follows. Without it, each would be made and dropped.
 */
function skipOthers(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

interface Connection {
  readonly owed: Set<Exchange>;
  isFull: boolean;
}
