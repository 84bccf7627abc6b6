/** Part of ECMAScript 2026, which the types of the other packages do not promise. */
interface Uint8ArrayConstructor {
  fromBase64(text: string): Uint8Array<ArrayBuffer>;
}
