/**
 * The contract of a transport: one request, one response, no redirects. The client's fetch loop handles redirects,
 * limits and decoding in the same way for every scheme.
 */

/** The addresses to which a transport may connect. The transport checks the resolved address of each connection. */
export interface AddressPolicy {
  /**
   * `any`: no restriction. `public-only`: refuses loopback, private, link-local, CGNAT and other non-global ranges,
   * and the ports that the Fetch Standard blocks.
   */
  allow: 'any' | 'public-only';
  /** Origins (`scheme://host[:port]`) that are allowed at any address and port. */
  alsoOrigins?: readonly string[];
  /**
   * Whether a proxy may resolve the names of `http` URLs again after they were checked. Then, `http` needs no tunnel,
   * which many proxies permit to port 443 only; but the proxy may see another address than that which was checked.
   * {@default false}
   */
  proxyResolves?: boolean;
}

/** The request of one hop: a GET, or the protocol's equivalent, unless it has a body. */
export interface TransportRequest {
  /** The absolute URL in WHATWG serialization, without fragment or user information. */
  url: string;
  /** Header names in lower case, one string each. */
  headers: Record<string, string>;
  /** The method, over HTTP only. The client itself only sends GET. {@default GET, or POST with a body} */
  method?: string;
  /** The body, over HTTP only. The client itself never sends one. */
  body?: string;
  /** Ends the hop when aborted; no socket or timer may remain. */
  signal: AbortSignal;
  /**
   * The client reads at most this many octets of the *decoded* body. The value is a hint for protocols that support
   * ranges.
   */
  maxBytes: number;
  addressPolicy: AddressPolicy;
  /**
   * Whether rules of this origin are kept. If the protocol cannot tell "busy" from "never", the transport then answers
   * 503, so that the rules stay. {@default false}
   */
  hasKeptCopy?: boolean;
}

/** The response in HTTP's terms; other protocols translate their status. */
export interface TransportResponse {
  /** An HTTP status number, but not 1xx. */
  status: number;
  /** Header names in lower case, one string each. */
  headers: Record<string, string>;
  /** The separate lines of each field that occurs more than once, for callers that cannot use joined values. */
  repeated?: Readonly<Record<string, readonly string[]>>;
  /** The statuses of interim responses before this one, such as 103; absent if there was none. */
  interim?: readonly number[];
  /** The body, with content codings still applied. */
  body: AsyncIterable<Uint8Array> | Uint8Array;
}

/** Sends requests for one or more schemes. After a network error, throws an error with Node's `code`. */
export interface Transport {
  /** Schemes without the colon, in lower case: `['http', 'https']`. */
  schemes: readonly string[];
  /**
   * True if `send` checks each address to which it connects against the {@link AddressPolicy}. With `public-only`, the
   * client rejects any transport that does not set this to true.
   */
  enforcesAddressPolicy?: boolean;
  send(request: TransportRequest): Promise<TransportResponse>;
}

interface BodyEnds {
  /** Releases the connection; called at least once. */
  close(): void;
  signal: AbortSignal;
  /** Called after the last octet; throws if the body turned out to be incomplete. */
  finish?(): void | Promise<void>;
  /** Converts a stream's error to one with a code that the client knows. */
  asNodeError?(error: unknown): unknown;
}

/**
 * Not a generator, because `return` must close the connection even if no chunk was requested. The client discards the
 * body of a redirect this way.
 */
export function transportBody(stream: AsyncIterable<Uint8Array>, ends: BodyEnds): AsyncIterable<Uint8Array> {
  const { close, signal, finish, asNodeError = (error) => error } = ends;
  let chunks: AsyncIterator<Uint8Array> | undefined;
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    try {
      signal.throwIfAborted();
      chunks ??= stream[Symbol.asyncIterator]();
      const result = await chunks.next();
      if (!result.done) return result;
      await finish?.();
      close();
      return { done: true, value: undefined };
    } catch (error) {
      close();
      throw signal.aborted ? signal.reason : asNodeError(error);
    }
  };
  const end = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    close();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** Codes that this package adds to Node's codes. */
export type TransportErrorCode =
  /** The address policy forbids the address. */
  | 'ERR_ROBOTS_ADDRESS_REFUSED'
  /** The certificate hook rejected the certificate. */
  | 'ERR_ROBOTS_CERTIFICATE_REFUSED'
  /** The protocol cannot request this URL, for example because it is too long. */
  | 'ERR_ROBOTS_REQUEST_REFUSED'
  /** The response does not follow the protocol. */
  | 'ERR_ROBOTS_BAD_RESPONSE'
  /** The FTP server refused a command that does not name the file. */
  | 'ERR_ROBOTS_FTP'
  /** The proxy cannot be used, refused to connect, or answered for the origin. */
  | 'ERR_ROBOTS_PROXY'
  /** A transport failed without stating a reason. */
  | 'ERR_ROBOTS_TRANSPORT';

/** An error whose code lets users and the client's outcome table distinguish failures. */
export interface TransportError extends Error {
  code: string;
}

export function transportError(
  code: TransportErrorCode | (string & {}),
  message: string,
  cause?: unknown,
): TransportError {
  const error = new Error(message, cause === undefined ? {} : { cause });
  return Object.assign(error, { code });
}
