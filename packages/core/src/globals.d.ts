/**
 * The host globals that this package may use: the list is its claim of portability. It is compiled without
 * any host's types, so that everything else fails to compile.
 */

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
}

/** Named by the types of structured-headers; no value of it is handed to or from this package. */
type BufferSource = ArrayBuffer | ArrayBufferView;
