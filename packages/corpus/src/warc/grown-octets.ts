/** Octets that arrive in parts. A first part is not copied; further parts are appended, so each is copied a few times at most. */
export class GrownOctets {
  /** The octets added and not taken. */
  octets: Buffer = NOTHING;
  /** The buffer that contains `octets`, if it is this object's own. */
  #store: Buffer | undefined;

  get length(): number {
    return this.octets.length;
  }

  add(part: Buffer): void {
    if (this.octets.length === 0) {
      this.octets = part;
      this.#store = undefined;
    } else this.#append(part);
  }

  /** Removes the first octets. They are not overwritten. */
  take(length: number): Buffer {
    const taken = this.octets.subarray(0, length);
    this.octets = this.octets.subarray(length);
    return taken;
  }

  /** Copies octets that belong to somebody else. */
  own(): void {
    if (this.octets.length > 0 && !this.#store) this.#move(this.octets.length);
  }

  clear(): void {
    this.octets = NOTHING;
  }

  #append(part: Buffer): void {
    const length = this.octets.length + part.length;
    const room = this.#store ? this.#store.length - this.#start() : 0;
    if (length > room) this.#move(2 * length);
    const store = this.#store as Buffer;
    const start = this.#start();
    part.copy(store, start + this.octets.length);
    this.octets = store.subarray(start, start + length);
  }

  #start(): number {
    return this.octets.byteOffset - (this.#store as Buffer).byteOffset;
  }

  #move(room: number): void {
    const store = Buffer.allocUnsafeSlow(room);
    this.octets.copy(store);
    this.octets = store.subarray(0, this.octets.length);
    this.#store = store;
  }
}

const NOTHING = Buffer.alloc(0);
