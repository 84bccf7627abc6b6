/**
 * The host globals that this package may use. This list defines the package's portability: the package is compiled
 * without any host's types, so code that uses another global does not compile.
 */

/** Optional: `bytes/utf-8.ts` works without it. */
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

/** Optional: `bytes/utf-8.ts` works without it. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

/** Optional: without it, the host of a target is checked less strictly, and URLs in records count as invalid. */
declare class URL {
  constructor(url: string, base?: string);
  readonly href: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly protocol: string;
  readonly search: string;
}

/** The types of structured-headers refer to this type. No value of this type enters or leaves this package. */
type BufferSource = ArrayBuffer | ArrayBufferView;

/** Only for `agents/feed.ts`, which rejects without it. */
declare const crypto: {
  readonly subtle: {
    importKey(
      format: 'jwk',
      key: { readonly kty: string; readonly crv: string; readonly x: string },
      algorithm: string,
      isExtractable: boolean,
      usages: readonly string[],
    ): Promise<object>;
    verify(
      algorithm: string,
      key: object,
      signature: Uint8Array<ArrayBuffer>,
      data: Uint8Array<ArrayBuffer>,
    ): Promise<boolean>;
  };
};

/** Only for `agents/feed.ts`. */
declare function atob(base64: string): string;
