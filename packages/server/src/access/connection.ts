/** The facts about a request's connection. */
import type { BodyReader } from '../body/receive.ts';

/** Facts about a connection, supplied by the program that runs the service. */
export interface ConnectionFacts {
  /** The peer's address, which identifies the client for limits. */
  address?: string | undefined;
  /** The service's own address on the connection. A `Host` with this address is accepted. */
  localAddress?: string | undefined;
  /** The request's header, if the program provides it, with lower-case names and all values of repeated fields. */
  headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
  /** Reads the body, if the program has a faster way than the request's own stream. */
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
