/**
 * Stores the state in the fragment of a link: JSON, deflated, in base64url. Browsers never send a fragment to a server.
 * Links are untrusted: the size is limited during decompression, and every member is validated.
 */
const PREFIX = '#w1=';

/** Limit on the octets of a link's JSON after decompression. */
export const MAX_INFLATED_BYTES: number = 8 * 1024 * 1024;

export async function writeFragment(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return PREFIX + toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The value of a fragment; undefined if it has none. */
export async function readFragment(
  fragment: string,
  maxBytes: number = MAX_INFLATED_BYTES,
): Promise<unknown> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const octets = fromBase64Url(fragment.slice(PREFIX.length));
    return JSON.parse(await inflated(octets, maxBytes));
  } catch {
    return undefined;
  }
}

/** @throws {RangeError} If the decompressed text is larger than `maxBytes`. */
async function inflated(octets: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<string> {
  const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new RangeError(`Cannot read the link: it inflates to more than ${maxBytes} octets`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Number of octets converted to a string per step. */
const CHUNK = 8192;

function toBase64Url(octets: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < octets.length; at += CHUNK) {
    binary += String.fromCharCode(...octets.subarray(at, at + CHUNK));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
