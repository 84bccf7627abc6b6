/** Trust on first use: whoever answers first is who is meant to answer until its certificate runs out. */

import type { GeminiCertificate } from './gemini.ts';

/** What is remembered of a server. */
export interface KnownCertificate {
  fingerprint256: string;
  /** Epoch milliseconds. */
  validTo: number;
}

/** Where certificates are remembered, by `host:port`; a `Map` will do. */
export interface KnownCertificates {
  get(server: string): KnownCertificate | undefined;
  set(server: string, known: KnownCertificate): unknown;
}

/** Servers remembered before the first is forgotten, when no memory is handed in. */
const MAX_SERVERS = 10_000;

/**
 * A hook for `createGeminiTransport({ onCertificate })`: takes the first certificate of a server, then only that one,
 * until it has expired. A certificate that is not valid at this time is not taken.
 */
export function trustOnFirstUse(
  known: KnownCertificates = boundedMap(),
  clock: { now(): number } = Date,
): (certificate: GeminiCertificate) => boolean {
  return ({ host, port, fingerprint256, validFrom, validTo }) => {
    const now = clock.now();
    if (now < validFrom || now > validTo) return false;
    const server = `${host.toLowerCase()}:${port}`;
    const before = known.get(server);
    if (before && before.validTo >= now) return before.fingerprint256 === fingerprint256;
    known.set(server, { fingerprint256, validTo });
    return true;
  };
}

function boundedMap(): KnownCertificates {
  const map = new Map<string, KnownCertificate>();
  return {
    get: (server) => map.get(server),
    set: (server, known) => {
      if (map.size >= MAX_SERVERS) map.delete(map.keys().next().value!);
      map.set(server, known);
    },
  };
}
