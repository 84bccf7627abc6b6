/** Receives a whole body, and counts each part as it arrives. */
import { ProblemError } from '../problems.ts';

/**
 * Reads a whole body. Calls `onPart` with the size of each part before the part is stored; `onPart` can throw to
 * stop.
 */
export type BodyReader = (onPart: (octets: number) => void) => Promise<Uint8Array>;

/**
 * Receives the body of a request.
 *
 * @throws {ProblemError} If the body exceeds `maxBytes`. Also throws any error from `onPart`.
 */
export function receiveBody(
  read: BodyReader,
  maxBytes: number,
  onPart: (octets: number) => void,
): Promise<Uint8Array> {
  let size = 0;
  return read((octets) => {
    size += octets;
    if (size > maxBytes) throw tooLarge(maxBytes);
    onPart(octets);
  });
}

export function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('content-too-large', {
    detail: `The body has more than ${maxBytes} octets, the limit maxRequestBytes`,
  });
}

/** Creates the reader for a request of the Fetch API. */
export function readerOf(request: Request): BodyReader {
  return async (onPart) => {
    const parts: Uint8Array[] = [];
    const reader = request.body?.getReader();
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        onPart(part.value.length);
        parts.push(part.value);
      }
    } catch (error) {
      reader?.cancel().catch(() => {});
      throw error;
    }
    return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
  };
}
