/**
 * The contract of a transport: one request, one answer, no redirect followed. The client's fetch loop owns
 * redirects, limits and decoding, so that every scheme is bounded by the same code.
 */

/** Which addresses a transport may dial. Checked after DNS, on the address that is dialled. */
export interface AddressPolicy {
  /**
   * `any`: no restriction. `public-only`: loopback, private, link-local, CGNAT and other non-global ranges are refused,
   * and so are the ports that the Fetch Standard blocks.
   */
  allow: 'any' | 'public-only';
  /** Origins (`scheme://host[:port]`) let through whatever their address or port. */
  alsoOrigins?: readonly string[];
}

/** One hop. Always a GET, or what the protocol calls it. */
export interface TransportRequest {
  /** Absolute URL as WHATWG serialises it, without fragment or user info. */
  url: string;
  /** Header names in lower case, one string each. */
  headers: Record<string, string>;
  /** Ends the hop: nothing (socket, timer) may be left behind. */
  signal: AbortSignal;
  /** The client will not read more octets of the *decoded* body than this; a hint for ranged protocols. */
  maxBytes: number;
  addressPolicy: AddressPolicy;
}

/** What came back, in HTTP's terms; other protocols translate their status. */
export interface TransportResponse {
  /** An HTTP status number; no 1xx. */
  status: number;
  /** Header names in lower case, one string each. */
  headers: Record<string, string>;
  /** The lines of each field that came more than once, for readers to whom joined lines mean something else. */
  repeated?: Readonly<Record<string, readonly string[]>>;
  /** The body with its content coding still on. */
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Carries one request over one or more schemes. A network error throws with Node's `code`. */
export interface Transport {
  /** Schemes without the colon, in lower case: `['http', 'https']`. */
  schemes: readonly string[];
  /** True when `send` checks {@link AddressPolicy} on the dialled address; `public-only` refuses transports that do not. */
  enforcesAddressPolicy?: boolean;
  send(request: TransportRequest): Promise<TransportResponse>;
}
