/** A set of URLs with false positives but no false negatives: a Bloom filter of a fixed size. */
export class UrlFilter {
  readonly #bits: Uint8Array;
  readonly #mask: number;

  /** @param octets The maximum size in octets. */
  constructor(octets: number) {
    const size = 2 ** Math.max(13, Math.min(28, Math.floor(Math.log2(octets))));
    this.#bits = new Uint8Array(size);
    this.#mask = size * 8 - 1;
  }

  add(url: string): void {
    for (const bit of this.#places(url)) this.#bits[bit >>> 3]! |= 1 << (bit & 7);
  }

  has(url: string): boolean {
    return this.#places(url).every((bit) => ((this.#bits[bit >>> 3] as number) >> (bit & 7)) & 1);
  }

  /** The four positions of a URL, derived from two hashes. */
  #places(url: string): number[] {
    let one = 0x811c9dc5;
    let other = 0x9747b28c;
    for (let at = 0; at < url.length; at++) {
      const unit = url.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x5bd1e995);
      other ^= other >>> 13;
    }
    return [0, 1, 2, 3].map((step) => (one + Math.imul(step, other | 1)) & this.#mask);
  }
}
