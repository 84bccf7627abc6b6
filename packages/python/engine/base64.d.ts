/** Types for a part of ECMAScript 2026. The other packages do not use it. */
interface Uint8ArrayConstructor {
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
}
