/** The unread octets of a stream, as one buffer. */
export class OctetQueue {
  readonly #input: AsyncIterator<Uint8Array>;
  /** The octets received and not yet dropped. */
  octets: Buffer = Buffer.alloc(0);
  /** The offset of `octets` in the stream. */
  offset: number;
  isEnded = false;

  /** @param offset The offset in the stream at which the input begins. */
  constructor(input: AsyncIterable<Uint8Array>, offset = 0) {
    this.offset = offset;
    this.#input = input[Symbol.asyncIterator]();
  }

  /** Waits until `length` octets are available, or the stream ends. */
  async want(length: number): Promise<void> {
    const chunks: Uint8Array[] = [];
    let there = this.octets.length;
    while (there < length && !this.isEnded) {
      const { done, value } = await this.#input.next();
      if (done) this.isEnded = true;
      else {
        chunks.push(value);
        there += value.length;
      }
    }
    if (this.octets.length === 0 && chunks.length === 1) this.octets = asBuffer(chunks[0] as Uint8Array);
    else if (chunks.length > 0) this.octets = Buffer.concat([this.octets, ...chunks], there);
  }

  drop(count: number): void {
    this.octets = this.octets.subarray(count);
    this.offset += count;
  }

  /** Stops reading, and drops the rest. */
  async abandon(): Promise<void> {
    await this.close();
    this.isEnded = true;
    this.drop(this.octets.length);
  }

  async close(): Promise<void> {
    await this.#input.return?.();
  }
}

function asBuffer(octets: Uint8Array): Buffer {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.length);
}
