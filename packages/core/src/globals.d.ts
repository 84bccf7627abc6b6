/**
 * The host globals that this package may use: the list is its claim of portability. It is compiled without
 * any host's types, so that everything else fails to compile.
 */

/** Optional: `bytes/utf-8.ts` does without. */
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

/** Optional, as well. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

/** Optional: without it the host of a target is checked less strictly, and URLs in records count as invalid. */
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly search: string;
}

/** Named by the types of structured-headers; no value of it is handed to or from this package. */
type BufferSource = ArrayBuffer | ArrayBufferView;
