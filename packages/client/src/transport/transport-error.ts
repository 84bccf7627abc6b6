/** Errors of the transports: always with a stable `code`, Node's own if it has one for the event. */

/** Codes that this package adds to Node's. */
export type TransportErrorCode =
  /** The address policy forbids the address. */
  | 'ERR_ROBOTS_ADDRESS_REFUSED'
  /** The certificate hook said no. */
  | 'ERR_ROBOTS_CERTIFICATE_REFUSED'
  /** The URL cannot be asked for in this protocol, for instance because it is too long. */
  | 'ERR_ROBOTS_REQUEST_REFUSED'
  /** What came back is not this protocol. */
  | 'ERR_ROBOTS_BAD_RESPONSE'
  /** The proxy cannot be used, or refused to connect. */
  | 'ERR_ROBOTS_PROXY'
  /** A transport failed without saying why. */
  | 'ERR_ROBOTS_TRANSPORT';

/** An error with the code by which the client's outcome table and its users distinguish failures. */
export interface TransportError extends Error {
  code: string;
}

/** Makes an error that carries `code`. */
export function transportError(
  code: TransportErrorCode | (string & {}),
  message: string,
  cause?: unknown,
): TransportError {
  const error = new Error(message, cause === undefined ? {} : { cause });
  return Object.assign(error, { code });
}
