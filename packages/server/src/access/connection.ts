/** The facts about a request's connection. */
import type { BodyReader } from '../body/receive.ts';

/** Properties of a connection, supplied by the program that runs the service. */
export interface ConnectionFacts {
  /** The peer's address. Limits use it to identify the client. */
  address?: string | undefined;
  /** The service's own address on the connection. A `Host` with this address is accepted. */
  localAddress?: string | undefined;
  /**
   * The header fields of the request, if the program provides them. Names are in lower case, and a repeated field has
   * all of its values.
   */
  headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
  /** Reads the body, if the program has a faster way than the request's own stream. */
  body?: BodyReader | undefined;
  /** Registers a callback, which is called when the response has been sent or the connection has ended. */
  onSent?: ((callback: () => void) => void) | undefined;
  /** Whether the program has waited for the turn of the client itself. */
  hadTurn?: boolean | undefined;
}

/** Reads a header field of a request; null if absent. */
export type FieldReader = (name: string) => string | null;

/** Returns the fastest function that reads header fields of a request. */
export function fieldReader(request: Request | undefined, { headers }: ConnectionFacts): FieldReader {
  if (headers === undefined) return (name) => request?.headers.get(name) ?? null;
  return (name) => {
    const value = headers[name];
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
  };
}
