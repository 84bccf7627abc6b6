/**
 * The virtual agents of Gemini's robots.txt convention. Gemini sends no User-Agent, so a bot follows the groups of
 * every virtual agent that describes it, in addition to `*` and its own product token.
 *
 * @see gemini://geminiprotocol.net/docs/companion/robots.gmi
 */
import type { GeminiCertificate } from './gemini.ts';

/** A product token that represents a kind of bot. */
export interface GeminiVirtualAgent {
  productToken: string;
  /** The bots that the token represents. */
  purpose: string;
}

/** All virtual agents; pass those that apply to the client as `productTokens`. */
export const geminiVirtualAgents: readonly GeminiVirtualAgent[] = Object.freeze(
  [
    {
      productToken: 'archiver',
      purpose: 'Keeps long-lasting public copies, even of pages that later change or disappear',
    },
    { productToken: 'indexer', purpose: 'Makes capsules searchable, and shows no copies of them' },
    { productToken: 'researcher', purpose: 'Studies Geminispace as a whole, and publishes no contents' },
    { productToken: 'webproxy', purpose: 'Shows Gemini contents to users of the Web' },
  ].map((agent) => Object.freeze(agent)),
);

/** What is remembered about a server's certificate. */
export interface KnownCertificate {
  fingerprint256: string;
  /** Epoch milliseconds. */
  validTo: number;
}

/** Remembers certificates by `host:port`; a `Map` works. */
export interface KnownCertificates {
  get(server: string): KnownCertificate | undefined;
  set(server: string, known: KnownCertificate): unknown;
}

/** Limit on the number of remembered servers if the caller passes no map. The oldest server is dropped. */
const MAX_SERVERS = 10_000;

/**
 * A hook for `createGeminiTransport({ onCertificate })`. It accepts the first certificate of a server, and then only
 * that certificate until it expires. It rejects a certificate that is not currently valid.
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
