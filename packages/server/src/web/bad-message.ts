/** Responds to requests that are rejected before they reach the service. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemName, problemKinds, problemOf } from '../problems.ts';

const kinds: ReadonlyMap<string, ProblemName> = new Map([
  ['HPE_HEADER_OVERFLOW', 'header-too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout'],
]);

/** Rejects a request whose header is invalid. */
export function answerProblem(outgoing: ServerResponse, name: ProblemName): void {
  const body = JSON.stringify(problemOf(name, {}));
  outgoing.writeHead(problemKinds[name].status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  outgoing.end(body);
}

/**
 * Handles the event `clientError` of `node:http`. The parser has failed, so the response is written directly as
 * octets. If a response is in progress, the connection is only closed.
 */
export function answerBadMessage(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { bytesWritten = 0 } = socket as { bytesWritten?: number };
  if (error.code === 'ECONNRESET' || !socket.writable || bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const name = kinds.get(error.code ?? '') ?? 'bad-message';
  const body = JSON.stringify(problemOf(name, {}));
  const { status } = problemKinds[name];
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
