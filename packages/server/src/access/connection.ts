/** The facts about a request's connection. */
import type { BodyReader } from '../body/receive.ts';

/** Facts that the host of the service adds to a request. */
export interface ConnectionFacts {
  /** The peer's address, which identifies the client for limits. */
  address?: string | undefined;
  /** The service's own address on the connection. A `Host` with this address is accepted. */
  localAddress?: string | undefined;
  /** The header, if the host provides it, with lower-case names and all values of repeated fields. */
  headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
  /** Reads the body, if the host can do so faster than through the request. */
  body?: BodyReader | undefined;
  /** Registers a callback for when the response has been sent or the connection has ended. */
  onSent?: ((callback: () => void) => void) | undefined;
}

/** Reads a header field of a request; null if absent. */
export type FieldReader = (name: string) => string | null;

/** Returns the fastest function that reads header fields of a request. */
export function fieldReader(request: Request, { headers }: ConnectionFacts): FieldReader {
  if (headers === undefined) return (name) => request.headers.get(name);
  return (name) => {
    const value = headers[name];
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
  };
}
