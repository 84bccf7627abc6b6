/**
 * Errors raised by the transports. They always have a stable `code`, which is Node's own if Node has one for the event.
 */

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

/** Creates an error that carries `code`. */
export function transportError(
  code: TransportErrorCode | (string & {}),
  message: string,
  cause?: unknown,
): TransportError {
  const error = new Error(message, cause === undefined ? {} : { cause });
  return Object.assign(error, { code });
}
