/** A scripted HTTP or HTTPS server. It follows the protocol and records the requests that it receives. */

import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type TestCertificate, testCertificate } from './certificate.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
}

/** A body, which means status 200; a complete answer; or a function that writes the answer itself. */
export type HttpAnswer =
  | string
  | Uint8Array
  | { status?: number; headers?: Record<string, string | string[]>; body?: string | Uint8Array }
  | ((request: RecordedRequest, response: ServerResponse) => void);

/**
 * Answers by path and query, or a function that chooses the answer to each request. Requests for any other path and
 * query get status 404.
 */
export type HttpScript = Record<string, HttpAnswer> | ((request: RecordedRequest) => HttpAnswer);

export interface HttpOrigin extends LoopbackServer {
  /** The origin of the server, `http://127.0.0.1:PORT` or `https://127.0.0.1:PORT`. */
  origin: string;
  /** The requests in order of arrival. */
  requests: RecordedRequest[];
  /** Sets the script for further requests. */
  play(script: HttpScript): void;
}

/** Starts the server. It uses TLS if `isTls` is set or a certificate is passed. */
export async function startHttpOrigin(
  script: HttpScript,
  options: { isTls?: boolean; certificate?: TestCertificate } = {},
): Promise<HttpOrigin> {
  const isTls = options.isTls ?? options.certificate !== undefined;
  const requests: RecordedRequest[] = [];
  let current = script;
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    const request = record(incoming);
    requests.push(request);
    answer(request, response, current);
  };
  const server = isTls
    ? createHttpsServer({ ...(options.certificate ?? testCertificate) }, listener)
    : createHttpServer(listener);
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    origin: `${isTls ? 'https' : 'http'}://127.0.0.1:${listening.port}`,
    requests,
    play: (next) => {
      current = next;
    },
  };
}

function record(incoming: IncomingMessage): RecordedRequest {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers: Object.fromEntries(headers) };
}

function answer(request: RecordedRequest, response: ServerResponse, script: HttpScript): void {
  const chosen = typeof script === 'function' ? script(request) : (script[request.path] ?? { status: 404 });
  if (typeof chosen === 'function') {
    chosen(request, response);
    return;
  }
  const isBody = typeof chosen === 'string' || chosen instanceof Uint8Array;
  const { status = 200, headers = {}, body = '' } = isBody ? { body: chosen } : chosen;
  response.writeHead(status, headers).end(body);
}
