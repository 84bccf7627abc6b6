/**
 * The contract of a transport: one request, one response, no redirects. The client's fetch loop handles redirects,
 * limits and decoding, so the same code limits every scheme.
 */

/** Which addresses a transport may connect to. Checked after DNS, on the address that is used. */
export interface AddressPolicy {
  /**
   * `any`: no restriction. `public-only`: refuses loopback, private, link-local, CGNAT and other non-global ranges,
   * and the ports that the Fetch Standard blocks.
   */
  allow: 'any' | 'public-only';
  /** Origins (`scheme://host[:port]`) that are allowed at any address and port. */
  alsoOrigins?: readonly string[];
}

/** One hop. Always a GET, or the protocol's equivalent. */
export interface TransportRequest {
  /** Absolute URL as serialized by WHATWG, without fragment or user information. */
  url: string;
  /** Header names in lower case, one string each. */
  headers: Record<string, string>;
  /** Ends the hop: no socket or timer may remain. */
  signal: AbortSignal;
  /** The client reads no more octets of the *decoded* body than this; a hint for protocols with ranges. */
  maxBytes: number;
  addressPolicy: AddressPolicy;
}

/** The response in HTTP's terms; other protocols translate their status. */
export interface TransportResponse {
  /** An HTTP status number; no 1xx. */
  status: number;
  /** Header names in lower case, one string each. */
  headers: Record<string, string>;
  /** The lines of each field that occurred more than once, for readers to whom joined lines have another meaning. */
  repeated?: Readonly<Record<string, readonly string[]>>;
  /** The body, with content codings still applied. */
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Sends one request over one or more schemes. A network error throws with Node's `code`. */
export interface Transport {
  /** Schemes without the colon, in lower case: `['http', 'https']`. */
  schemes: readonly string[];
  /**
   * True if `send` checks {@link AddressPolicy} on the address that it connects to; `public-only` rejects transports
   * that do not.
   */
  enforcesAddressPolicy?: boolean;
  send(request: TransportRequest): Promise<TransportResponse>;
}
