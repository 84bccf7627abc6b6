/** Compares runs of octets. */

/** Whether `target` contains `segment` at offset `from`. */
export function hasAt(target: Uint8Array, from: number, segment: Uint8Array): boolean {
  if (from + segment.length > target.length) return false;
  for (let at = 0; at < segment.length; at++) {
    if (target[from + at] !== segment[at]) return false;
  }
  return true;
}

export function areSameOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && hasAt(a, 0, b);
}
