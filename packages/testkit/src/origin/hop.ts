/** Helpers for tests of one hop: send a complete request, and read a whole body. */

import type { Transport, TransportRequest, TransportResponse } from '@robots-exclusion/client';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import type { LoopbackServer } from './loopback.ts';

/** The time limit of a hop in milliseconds. */
const HOP_TIMEOUT_MS = 10_000;

/** Sends one request over the transport. Every address is allowed unless `request` overrides this. */
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

export async function readText({ body }: TransportResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body instanceof Uint8Array ? [body] : body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Time limit in milliseconds, so that a test does not hang if a client never disconnects. */
const LETTING_GO_MS = 60_000;

/** Resolves when no client is connected to the server. */
export async function untilLetGo(server: LoopbackServer): Promise<void> {
  const late = AbortSignal.timeout(LETTING_GO_MS);
  const tooLate = new Promise<never>((_, reject) => {
    late.onabort = () =>
      reject(new Error(`Expected no connection, found ${server.openConnections()} left open`));
  });
  while (server.openConnections() > 0) await Promise.race([server.nextClose(), tooLate]);
  late.onabort = null;
}
