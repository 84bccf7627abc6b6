/** The part of `node:crypto` that the client's policy needs, for the jitter of lifetimes. */
import { sha256 } from '@noble/hashes/sha2.js';

interface Digest {
  readUInt32BE(offset: number): number;
}

interface Hash {
  update(text: string): Hash;
  digest(): Digest;
}

export function createHash(algorithm: string): Hash {
  if (algorithm !== 'sha256') throw new RangeError(`Cannot hash with "${algorithm}": expected sha256`);
  let text = '';
  return {
    update(more) {
      text += more;
      return this;
    },
    digest() {
      const octets = sha256(new TextEncoder().encode(text));
      const view = new DataView(octets.buffer, octets.byteOffset);
      return { readUInt32BE: (offset) => view.getUint32(offset) };
    },
  };
}
