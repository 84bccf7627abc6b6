/** Short cuts for tests of one hop: a request with everything it needs, and a body read whole. */

import type { Transport, TransportRequest, TransportResponse } from '@robots-exclusion/client';
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
    maxBytes: 512_000,
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

/** Resolves once nobody is connected to the server any more; rejects after ten seconds. */
export async function untilLetGo(server: LoopbackServer): Promise<void> {
  for (let waited = 0; server.openConnections() > 0; waited += 10) {
    if (waited > 10_000)
      throw new Error(`Expected no connection, found ${server.openConnections()} left open`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
