/** A copy of `array` with twice its length, or with `least` elements if that is more. New elements are 0. */
export function grown<T extends Uint8Array | Uint16Array | Int32Array>(array: T, least = 0): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(array.length * 2, least));
  larger.set(array);
  return larger;
}
