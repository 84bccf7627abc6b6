/** Types for a part of ECMAScript 2026 that only this package uses. */
interface Uint8ArrayConstructor {
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
}
