/** What is known of the connection that a request came by. */
import type { BodyReader } from '../body/receive.ts';

/** Facts that a host has beside the request. */
export interface ConnectionFacts {
  /** The peer's address, for counting. */
  address?: string | undefined;
  /** Our own address on it: a `Host` that is this address is ours. */
  localAddress?: string | undefined;
  /** The header, where the host has it at hand: names in lower case, and nothing of a field that came twice is left out. */
  headers?: Readonly<Record<string, string | string[] | undefined>> | undefined;
  /** Reads the body, where the host has a quicker way than that of the request. */
  body?: BodyReader | undefined;
  /** Calls back when the answer has been sent, or never will be. */
  onSent?: ((callback: () => void) => void) | undefined;
}

/** Reads fields of a request's header; null for those that are not there. */
export type FieldReader = (name: string) => string | null;

/** The quickest way to them. */
export function fieldReader(request: Request, { headers }: ConnectionFacts): FieldReader {
  if (headers === undefined) return (name) => request.headers.get(name);
  return (name) => {
    const value = headers[name];
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
  };
}
