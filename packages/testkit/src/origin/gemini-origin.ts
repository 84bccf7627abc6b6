/** A scripted Gemini server. */

import { createServer, type TLSSocket } from 'node:tls';
import { type TestCertificate, testCertificate } from './certificate.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

/** The complete answer including the header line, or a function that writes to the socket. */
export type GeminiAnswer = string | Uint8Array | ((socket: TLSSocket) => void);

export interface GeminiOrigin extends LoopbackServer {
  /** The origin of the server, `gemini://127.0.0.1:PORT`. */
  origin: string;
  /** Request lines as received, without CRLF. */
  requests: string[];
  /** Server names requested in the handshake; `undefined` if the client sent none. */
  serverNames: (string | undefined)[];
  /** Sets the script for further requests. */
  play(script: GeminiScript): void;
}

/**
 * Answers by path and query, or one answer to every request. Requests for any other path and query get the status `51`.
 */
export type GeminiScript = Record<string, GeminiAnswer> | GeminiAnswer;

export async function startGeminiOrigin(
  script: GeminiScript,
  { certificate = testCertificate }: { certificate?: TestCertificate } = {},
): Promise<GeminiOrigin> {
  const requests: string[] = [];
  const serverNames: (string | undefined)[] = [];
  let current = script;
  const server = createServer({ ...certificate, minVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => {});
    serverNames.push((socket as TLSSocket & { servername?: string | false }).servername || undefined);
    readLine(socket, (line) => {
      requests.push(line);
      answer(socket, pick(line, current));
    });
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    origin: `gemini://127.0.0.1:${listening.port}`,
    requests,
    serverNames,
    play: (next) => {
      current = next;
    },
  };
}

function readLine(socket: TLSSocket, use: (line: string) => void): void {
  let text = '';
  const onData = (octets: Buffer): void => {
    text += octets.toString('latin1');
    const end = text.indexOf('\r\n');
    if (end === -1) return;
    socket.off('data', onData).resume();
    use(text.slice(0, end));
  };
  socket.on('data', onData);
}

function pick(line: string, script: GeminiScript): GeminiAnswer {
  if (typeof script === 'string' || typeof script === 'function' || script instanceof Uint8Array)
    return script;
  const url = URL.canParse(line) ? new URL(line) : undefined;
  return script[url ? url.pathname + url.search : ''] ?? '51 Not found\r\n';
}

function answer(socket: TLSSocket, chosen: GeminiAnswer): void {
  if (typeof chosen === 'function') chosen(socket);
  else socket.end(chosen);
}
