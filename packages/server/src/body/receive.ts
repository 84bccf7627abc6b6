/** Receives a whole body and counts each part as it arrives. */
import { ProblemError } from '../problems.ts';

/** Reads a body to its end; `onPart` is called with each part before it is stored, and stops reading by throwing. */
export type BodyReader = (onPart: (octets: number) => void) => Promise<Uint8Array>;

/**
 * The octets of a request.
 *
 * @throws {ProblemError} If they are more than `maxBytes`, or what `onPart` throws.
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

/** The error for a body that exceeds the limit. */
export function tooLarge(maxBytes: number): ProblemError {
  return new ProblemError('content-too-large', {
    detail: `The body has more than ${maxBytes} octets, the limit maxRequestBytes`,
  });
}

/** The reader for requests of any host with the Fetch API. */
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
