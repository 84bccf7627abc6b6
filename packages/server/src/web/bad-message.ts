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

/** Ends a connection that sent something other than HTTP. The parser has failed, so the response is written as octets. */
export function answerBadMessage(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
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
