/**
 * Finds duplicates among many texts, using eight octets of memory per text. It compares only hashes, so some of the
 * texts that it reports are not duplicates.
 */
export class TwiceFinder {
  #hashes = new Float64Array(1024);
  #count = 0;

  /** A hash of 53 bits. */
  static hash(text: string): number {
    let one = 0x811c9dc5;
    let other = 0x9747b28c;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x5bd1e995);
      other ^= other >>> 13;
    }
    return (one >>> 0) * 2 ** 21 + (other >>> 11);
  }

  add(text: string): void {
    if (this.#count === this.#hashes.length) {
      const grown = new Float64Array(this.#count * 2);
      grown.set(this.#hashes);
      this.#hashes = grown;
    }
    this.#hashes[this.#count++] = TwiceFinder.hash(text);
  }

  /** The hashes that occurred more than once. */
  suspects(): ReadonlySet<number> {
    const all = this.#hashes.subarray(0, this.#count).sort();
    return new Set(all.filter((hash, at) => hash === all[at - 1]));
  }
}
