/** The accepted forms of a log, and the conversion of its octets to text with one character per octet. */

/** The octets of a log, compressed or not. */
export type LogStream =
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>
  | ReadableStream<Uint8Array>
  | Uint8Array
  | string;

const encoder = new TextEncoder();

export async function* chunksOf(stream: LogStream): AsyncGenerator<Uint8Array> {
  if (typeof stream === 'string' || stream instanceof Uint8Array) yield octetsOf(stream);
  else if ('getReader' in stream) yield* chunksRead(stream);
  else for await (const chunk of stream) yield octetsOf(chunk);
}

function octetsOf(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

/** Reads a stream chunk by chunk, because not every browser can iterate streams. */
async function* chunksRead(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

interface NodeBuffer {
  from(buffer: ArrayBufferLike, offset: number, length: number): { latin1Slice(): string };
}

const nodeBuffer = (globalThis as unknown as { Buffer?: NodeBuffer }).Buffer;
const ascii = new TextDecoder();

/** Text with one character below 0x100 per octet. It represents every octet exactly, and engines process it fastest. */
export function octetText(octets: Uint8Array): string {
  if (nodeBuffer) return nodeBuffer.from(octets.buffer, octets.byteOffset, octets.length).latin1Slice();
  if (octets.every((octet) => octet < 0x80)) return ascii.decode(octets);
  let text = '';
  for (let at = 0; at < octets.length; at += 8192) {
    text += String.fromCharCode(...octets.subarray(at, at + 8192));
  }
  return text;
}
