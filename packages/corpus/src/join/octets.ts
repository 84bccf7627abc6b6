/**
 * Serializes numbers and texts one after another, for rows and for the data about rows that the stages of a run store
 * on disk.
 */

export class OctetWriter {
  #buffer = Buffer.allocUnsafe(64 * 1024);
  length = 0;

  u8(value: number): void {
    this.#room(1);
    this.#buffer[this.length++] = value;
  }

  u32(value: number): void {
    this.#room(4);
    this.length = this.#buffer.writeUInt32LE(value, this.length);
  }

  f64(value: number): void {
    this.#room(8);
    this.length = this.#buffer.writeDoubleLE(value, this.length);
  }

  text(value: string): void {
    const start = this.length;
    this.u32(0);
    this.characters(value);
    this.#buffer.writeUInt32LE(this.length - start - 4, start);
  }

  /** Writes text in UTF-8, without a length before it. */
  characters(value: string): void {
    this.#room(value.length * 3);
    this.length += this.#buffer.write(value, this.length, 'utf8');
  }

  octets(value: Uint8Array): void {
    this.#room(value.length);
    this.#buffer.set(value, this.length);
    this.length += value.length;
  }

  /** Writes octets with their length before them. */
  sized(value: Uint8Array): void {
    this.u32(value.length);
    this.octets(value);
  }

  /** The octets written since the last call; valid until the next write. */
  taken(): Buffer {
    const taken = this.#buffer.subarray(0, this.length);
    this.length = 0;
    return taken;
  }

  #room(octets: number): void {
    if (this.length + octets <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.length + octets));
    this.#buffer.copy(grown, 0, 0, this.length);
    this.#buffer = grown;
  }
}

export class OctetReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  /** The number of octets read. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#buffer.length;
  }

  u8(): number {
    return this.#buffer[this.#at++] as number;
  }

  u32(): number {
    this.#at += 4;
    return this.#buffer.readUInt32LE(this.#at - 4);
  }

  f64(): number {
    this.#at += 8;
    return this.#buffer.readDoubleLE(this.#at - 8);
  }

  sized(): Buffer {
    const length = this.u32();
    this.#at += length;
    return this.#buffer.subarray(this.#at - length, this.#at);
  }

  text(): string {
    const length = this.u32();
    this.#at += length;
    return this.#buffer.toString('utf8', this.#at - length, this.#at);
  }
}
