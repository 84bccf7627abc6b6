/** What is known about a request's connection. */
import type { BodyReader } from '../body/receive.ts';

/** Facts that a host has in addition to the request. */
export interface ConnectionFacts {
  /** The peer's address, for counting. */
  address?: string | undefined;
  /** Our own address on the connection: a `Host` with this address is ours. */
  localAddress?: string | undefined;
  /** The header, if the host provides it: names in lower case, including all values of a repeated field. */
  headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
  /** Reads the body, if the host has a faster way than the request's own. */
  body?: BodyReader | undefined;
  /** Called when the response has been sent, or never will be. */
  onSent?: ((callback: () => void) => void) | undefined;
}

/** Reads header fields of a request; null if absent. */
export type FieldReader = (name: string) => string | null;

/** The fastest way to read them. */
export function fieldReader(request: Request, { headers }: ConnectionFacts): FieldReader {
  if (headers === undefined) return (name) => request.headers.get(name);
  return (name) => {
    const value = headers[name];
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
  };
}
