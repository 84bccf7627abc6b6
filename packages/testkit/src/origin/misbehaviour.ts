/** Named misbehaviors of an HTTP server. None of them acts after its socket has closed. */

import type { Socket } from 'node:net';
import { turns } from '../turns.ts';
import type { Behaviour } from './raw-origin.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const RULES = 'User-agent: *\nDisallow: /\n';
const COMPLETE = `${OK}Content-Length: ${RULES.length}\r\n\r\n${RULES}`;
const CHUNKS = `${RULES.length.toString(16)}\r\n${RULES}\r\n0\r\n\r\n`;
const MEBIBYTE = 1_048_576;

/** A body larger than any memory: 10 GB. */
const TOO_LONG = 10_000_000_000;

/**
 * Each function misbehaves when the first request of a connection has arrived. Data that is sent before a reset always
 * reaches a client in this process.
 */
export const httpMisbehaviours = {
  /** Accepts and reads the request, but sends nothing. */
  silent: () => {},
  closesWithoutAnswer: (socket) => socket.end(),
  resetsWithoutAnswer: (_socket, { reset }) => reset(),
  /** Sends one octet of the header each second. */
  dripsHeader: (socket) => drip(socket, `${OK}Content-Length: ${RULES.length}\r\n\r\n${RULES}`),
  hugeHeader: (socket) => socket.end(`${OK}X-Filler: ${'a'.repeat(MEBIBYTE)}\r\nContent-Length: 0\r\n\r\n`),
  manyHeaders: (socket) =>
    socket.end(`${OK}${'X-Filler: aaaaaaaaaaaaaaaa\r\n'.repeat(MEBIBYTE / 28)}Content-Length: 0\r\n\r\n`),
  endlessHeader: (socket) => pour(socket, OK, 'X-Filler: aaaaaaaaaaaaaaaa\r\n'.repeat(1_000)),
  endlessInformation: (socket) =>
    pour(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(100)),
  garbage: (socket) =>
    socket.end(Buffer.from('\x16\x03\x01\x02\x00\x01\x00\xff\xfe\x00garbage\r\n\r\n', 'latin1')),
  /** Sends only the body, as in HTTP/0.9. */
  noStatusLine: (socket) => socket.end(RULES),
  badContentLength: (socket) => socket.end(`${OK}Content-Length: -5\r\n\r\n${RULES}`),
  twoContentLengths: (socket) => socket.end(`${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${RULES}`),
  lengthAndChunked: (socket) =>
    socket.end(`${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n0\r\n\r\n`),
  switchesProtocols: (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  /** Sends 101 without naming a new protocol, then responds anyway. */
  switchesNowhere: (socket) => socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${COMPLETE}`),
  status000: (socket) => socket.end(COMPLETE.replace('200', '000')),
  status099: (socket) => socket.end(COMPLETE.replace('200', '099')),
  hugeContentLength: (socket) => socket.end(`${OK}Content-Length: ${'9'.repeat(30)}\r\n\r\n${RULES}`),
  /** Applies a transfer coding other than `chunked`, so the body ends with the connection (RFC 9112 §6.3). */
  codedForTransfer: (socket) => socket.end(`${OK}Transfer-Encoding: gzip\r\n\r\n${RULES}`),
  codedBelowChunks: (socket) => socket.end(`${OK}Transfer-Encoding: gzip, chunked\r\n\r\n${CHUNKS}`),
  codedAboveChunks: (socket) => socket.end(`${OK}Transfer-Encoding: chunked, gzip\r\n\r\n${CHUNKS}`),
  /** Sends nothing more after a complete header. */
  silentBody: (socket) => socket.write(`${OK}Content-Length: ${RULES.length}\r\n\r\n`),
  dripsBody: (socket) => {
    socket.write(`${OK}Content-Length: ${RULES.length}\r\n\r\n`);
    drip(socket, RULES);
  },
  /** Announces 1000 octets, sends a few and closes. */
  shortBody: (socket) => socket.end(`${OK}Content-Length: 1000\r\n\r\n${RULES}`),
  /** Like `shortBody`, but announces in the header that it will close. */
  shortLastBody: (socket) => socket.end(`${OK}Connection: close\r\nContent-Length: 1000\r\n\r\n${RULES}`),
  /** Like `shortLastBody`, but closes only its own side of the connection and keeps reading forever. */
  halfCloses: (socket) => {
    socket.write(`${OK}Content-Length: 1000\r\n\r\n${RULES}`);
    socket.end();
  },
  resetsInBody: (socket, { reset }) => {
    socket.write(`${OK}Content-Length: 1000\r\n\r\n${RULES}`);
    void turns().then(reset);
  },
  /** Resets the connection during a body without a length. */
  resetsInUnmeasuredBody: (socket, { reset }) => {
    socket.write(`${OK}\r\n${RULES}`);
    void turns().then(reset);
  },
  badChunkSize: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n${RULES}\r\n0\r\n\r\n`),
  badChunkEnd: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nUser-agent\r\n0\r\n\r\n`),
  hugeChunkSize: (socket) =>
    socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n${RULES}`),
  /** Closes before the last chunk. */
  truncatedChunks: (socket) => socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n`),
  truncatedLastChunks: (socket) =>
    socket.end(`${OK}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n`),
  hugeTrailer: (socket) =>
    socket.end(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\nX-Filler: ${'a'.repeat(MEBIBYTE)}\r\n\r\n`),
  endlessBody: (socket) => pour(socket, `${OK}Content-Length: ${TOO_LONG}\r\n\r\n`, RULES.repeat(1_000)),
  endlessChunks: (socket) =>
    pour(
      socket,
      `${OK}Transfer-Encoding: chunked\r\n\r\n`,
      `${RULES.length.toString(16)}\r\n${RULES}\r\n`.repeat(500),
    ),
  endlessUnmeasuredBody: (socket) => pour(socket, `${OK}\r\n`, RULES.repeat(1_000)),
} satisfies Record<string, Behaviour>;

/** The name of one of {@link httpMisbehaviours}. */
export type HttpMisbehaviour = keyof typeof httpMisbehaviours;

/** Writes the first octet immediately, and then one octet each second. */
export function drip(socket: Socket, text: string): void {
  let sent = 0;
  const next = (): void => {
    if (sent < text.length) socket.write(text[sent++]!);
    else socket.end();
  };
  const timer = setInterval(next, 1_000);
  socket.once('close', () => clearInterval(timer));
  next();
}

/** Writes `start`, then `piece` repeatedly, as fast as the peer reads, until the peer disconnects. */
export function pour(socket: Socket, start: string, piece: string): void {
  socket.write(start);
  const octets = Buffer.from(piece, 'latin1');
  const fill = (): void => {
    while (!socket.destroyed && socket.writable && socket.write(octets));
  };
  socket.on('drain', fill);
  fill();
}
