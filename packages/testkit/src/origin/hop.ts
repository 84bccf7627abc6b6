/** Short cuts for tests of one hop: a request with everything it needs, and a body read whole. */

import type { Transport, TransportRequest, TransportResponse } from '@robots-exclusion/client';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import type { LoopbackServer } from './loopback.ts';

/** No test waits longer for one hop, in milliseconds. */
const HOP_TIMEOUT_MS = 10_000;

/** Sends one request over the transport, to any address unless `request` says otherwise. */
export function sendHop(
  transport: Transport,
  url: string,
  request: Partial<TransportRequest> = {},
): Promise<TransportResponse> {
  return transport.send({
    url,
    headers: {},
    signal: AbortSignal.timeout(HOP_TIMEOUT_MS),
    maxBytes: DEFAULT_MAX_BYTES,
    addressPolicy: { allow: 'any' },
    ...request,
  });
}

/** The whole body as text. */
export async function readText({ body }: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body instanceof Uint8Array ? [body] : body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Hangs must end. */
const LETTING_GO_MS = 60_000;

/** Resolves once nobody is connected to the server any more. */
export async function untilLetGo(server: LoopbackServer): Promise<void> {
  const late = AbortSignal.timeout(LETTING_GO_MS);
  const tooLate = new Promise<never>((_, reject) => {
    late.onabort = () =>
      reject(new Error(`Expected no connection, found ${server.openConnections()} left open`));
  });
  while (server.openConnections() > 0) await Promise.race([server.nextClose(), tooLate]);
  late.onabort = null;
}
